import type { StaticValue } from '@sluice/contracts';
import ts from 'typescript';
import type { StaticReader } from './static-value.js';

/** What is known of an object literal; a spread of something unknown may bring and replace members. */
export function staticObject(
  node: ts.ObjectLiteralExpression,
  depth: number,
  reader: StaticReader,
): StaticValue {
  const { program } = reader;
  const members = new Map<string, StaticValue>();
  let isOpen = false;
  const unknown = (at: ts.Node): StaticValue => ({
    kind: 'some',
    types: [],
    isDeclared: false,
    position: program.positionOf(at),
  });
  const blur = (at: ts.Node) => {
    isOpen = true;
    for (const name of members.keys()) members.set(name, unknown(at));
  };
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      const spread = reader.read(property.expression, depth + 1);
      if (spread.kind === 'object') {
        if (spread.isOpen) blur(property);
        for (const { name, value } of spread.members) members.set(name, value);
      } else if (spread.kind !== 'literal') blur(property);
      continue;
    }
    const name = nameOf(property.name);
    if (name === undefined) blur(property);
    else if (ts.isPropertyAssignment(property) && !isUndefined(property.initializer))
      members.set(name, reader.read(property.initializer, depth + 1));
    else if (ts.isShorthandPropertyAssignment(property) && property.name.text !== 'undefined')
      members.set(name, reader.read(property.name, depth + 1));
    else if (ts.isPropertyAssignment(property)) members.delete(name);
    else members.set(name, unknown(property));
  }
  return {
    kind: 'object',
    members: Array.from(members, ([name, value]) => ({ name, value })),
    isOpen,
    position: program.positionOf(node),
  };
}

function nameOf(name: ts.PropertyName | undefined): string | undefined {
  if (name === undefined) return undefined;
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name))
    return name.text;
  if (ts.isComputedPropertyName(name) && ts.isStringLiteralLike(name.expression))
    return name.expression.text;
  return undefined;
}

/** JSON leaves such a member out. */
function isUndefined(node: ts.Expression): boolean {
  return (ts.isIdentifier(node) && node.text === 'undefined') || ts.isVoidExpression(node);
}
