import { nodeAt, textAt } from '../syntax-node.js';
import type { SyntaxNode } from '../syntax-node.js';

/** The key of a property: its text, or the expression that computes it. */
export function propertyKey(property: SyntaxNode): SyntaxNode | string | undefined {
  const key = nodeAt(property, 'key');
  if (key === undefined || property['computed'] === true) return key;
  if (key.type === 'Identifier') return textAt(key, 'name');
  return key.type === 'StringLiteral' || key.type === 'NumericLiteral'
    ? String(key['value'])
    : undefined;
}
