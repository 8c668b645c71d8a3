import { nodeAt, nodesAt, textAt } from './syntax-node.js';
import type { SyntaxNode } from './syntax-node.js';
import { unwrapTypes } from './unwrap-types.js';

/** Whether an expression is a function that can be called for a value. */
export function isFunction(node: SyntaxNode | undefined): boolean {
  if (node === undefined) return false;
  const { type, generator } = unwrapTypes(node);
  return functionTypes.has(type) && generator !== true;
}

/** A function that a statement declares. */
export interface DeclaredFunction {
  readonly name: string;
  readonly node: SyntaxNode;
}

/** The functions that a statement declares: `function f`, `const f = () => …`. */
export function functionsOf(statement: SyntaxNode): readonly DeclaredFunction[] {
  if (statement.type === 'FunctionDeclaration') {
    const name = nodeAt(statement, 'id');
    if (name === undefined || !isFunction(statement)) return [];
    return [{ name: textAt(name, 'name') ?? '', node: statement }];
  }
  if (statement.type !== 'VariableDeclaration') return [];
  return nodesAt(statement, 'declarations').flatMap((declarator) => {
    const name = declarator && nodeAt(declarator, 'id');
    const node = declarator && nodeAt(declarator, 'init');
    if (name?.type !== 'Identifier' || node === undefined || !isFunction(node)) return [];
    return [{ name: textAt(name, 'name') ?? '', node }];
  });
}

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);
