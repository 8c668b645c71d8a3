import { nodeAt, nodesAt, textAt } from './syntax-node.js';
import type { SyntaxNode } from './syntax-node.js';
import { unwrapTypes } from './unwrap-types.js';

/** Globals of a program that a function may want as a parameter. */
const handedIn: ReadonlySet<string> = new Set([
  'tools',
  'data',
  'call',
  'search',
  'describe',
  'emit',
  'progress',
  'ask',
]);

/**
 * The arguments of a call that a repair writes for a function of the model: what its parameters are
 * named for, `tools` and `data` where the names say nothing, nothing where it has a default.
 *
 * @example `async ({ tools, data }, limit = 5) => …` is called with `({ tools, data })`
 */
export function callArguments(fn: SyntaxNode): string {
  const params = nodesAt(unwrapTypes(fn), 'params');
  if (params.length === 0) return '(tools)';
  const values = params.map((param, index) => valueFor(param, index));
  while (values.length > 0 && values.at(-1) === undefined) values.pop();
  return `(${values.map((value) => value ?? 'undefined').join(', ')})`;
}

function valueFor(param: SyntaxNode | undefined, index: number): string | undefined {
  switch (param?.type) {
    case 'Identifier': {
      const name = textAt(param, 'name') ?? '';
      return handedIn.has(name) ? name : ['tools', 'data'][index];
    }
    case 'AssignmentPattern': {
      const left = nodeAt(param, 'left');
      const name = left?.type === 'Identifier' ? (textAt(left, 'name') ?? '') : '';
      return handedIn.has(name) ? name : undefined;
    }
    case 'ObjectPattern': {
      const wanted = nodesAt(param, 'properties').flatMap((property) => keyOf(property));
      const known = wanted.filter((name) => handedIn.has(name));
      return known.length > 0 ? `{ ${known.join(', ')} }` : ['tools', 'data'][index];
    }
    default:
      return undefined;
  }
}

function keyOf(property: SyntaxNode | undefined): readonly string[] {
  if (property?.type !== 'ObjectProperty' || property['computed'] === true) return [];
  const key = nodeAt(property, 'key');
  const name = key && (textAt(key, 'name') ?? textAt(key, 'value'));
  return name === undefined ? [] : [name];
}
