import { nodeAt } from './syntax-node.js';
import type { SyntaxNode } from './syntax-node.js';

/** The expression inside `x as T`, `x satisfies T`, `<T>x`, `x!` and `f<T>`, which only say types. */
export function unwrapTypes(node: SyntaxNode): SyntaxNode {
  let inner = node;
  while (typeWrappers.has(inner.type)) {
    const expression = nodeAt(inner, 'expression');
    if (expression === undefined) break;
    inner = expression;
  }
  return inner;
}

/** Whether a node only adds a type to its expression. */
export function isTypeWrapper(node: SyntaxNode): boolean {
  return typeWrappers.has(node.type);
}

const typeWrappers = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'TSNonNullExpression',
  'TSInstantiationExpression',
]);
