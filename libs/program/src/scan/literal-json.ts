import type { Json } from '@sluice/contracts';
import { nodeAt, nodesAt, textAt } from '../syntax-node.js';
import type { SyntaxNode } from '../syntax-node.js';
import { unwrapTypes } from '../unwrap-types.js';

/** Deeper literals are not shown to anybody. */
const maxDepth = 64;

/**
 * The value of an expression that is wholly literal; undefined for any other. Constant texts may
 * stand in it by name or joined, as `textOf` knows them.
 *
 * Not literal, because the value that arrives is another one than the text shows: `__proto__`,
 * accessors, spreads, holes, `undefined`, numbers that JSON lacks.
 */
export function literalJson(
  node: SyntaxNode,
  textOf: (node: SyntaxNode) => string | undefined,
  depth = 0,
): Json | undefined {
  const literal = unwrapTypes(node);
  switch (literal.type) {
    case 'NullLiteral':
      return null;
    case 'BooleanLiteral':
      return literal['value'] === true;
    case 'NumericLiteral':
      return finite(literal['value']);
    case 'BigIntLiteral':
      return bigIntOf(textAt(literal, 'value'));
    case 'UnaryExpression':
      return negative(literal);
    case 'ArrayExpression':
      return depth < maxDepth ? arrayOf(literal, textOf, depth + 1) : undefined;
    case 'ObjectExpression':
      return depth < maxDepth ? objectOf(literal, textOf, depth + 1) : undefined;
    default:
      return textOf(literal);
  }
}

type TextOf = (node: SyntaxNode) => string | undefined;

function arrayOf(node: SyntaxNode, textOf: TextOf, depth: number): Json | undefined {
  const items: Json[] = [];
  for (const element of nodesAt(node, 'elements')) {
    const item = element && literalJson(element, textOf, depth);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function objectOf(node: SyntaxNode, textOf: TextOf, depth: number): Json | undefined {
  const entries: [string, Json][] = [];
  for (const property of nodesAt(node, 'properties')) {
    const value = property?.type === 'ObjectProperty' ? nodeAt(property, 'value') : undefined;
    const key = property && keyText(property, textOf);
    const item = value && literalJson(value, textOf, depth);
    if (key === undefined || key === '__proto__' || item === undefined) return undefined;
    entries.push([key, item]);
  }
  return Object.fromEntries(entries);
}

function keyText(property: SyntaxNode, textOf: TextOf): string | undefined {
  const key = nodeAt(property, 'key');
  if (key === undefined) return undefined;
  if (key.type === 'NumericLiteral') return String(key['value']);
  if (property['computed'] === true) return textOf(key);
  return key.type === 'Identifier' ? textAt(key, 'name') : textAt(key, 'value');
}

function negative(node: SyntaxNode): Json | undefined {
  const argument = nodeAt(node, 'argument');
  if (node['operator'] !== '-' || argument === undefined) return undefined;
  if (argument.type === 'NumericLiteral') {
    const value = finite(argument['value']);
    return value === undefined ? undefined : -value;
  }
  const long = argument.type === 'BigIntLiteral' ? bigIntOf(textAt(argument, 'value')) : undefined;
  return long === undefined ? undefined : -long;
}

function finite(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** The parser gives the digits without `_` and `n`. */
function bigIntOf(digits: string | undefined): bigint | undefined {
  return digits === undefined || digits.length > 1024 ? undefined : BigInt(digits);
}
