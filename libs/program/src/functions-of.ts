import { nodeAt, nodesAt, textAt } from './syntax-node.js';
import type { SyntaxNode } from './syntax-node.js';
import { unwrapTypes } from './unwrap-types.js';

/** Whether an expression is a function that can be called for a value. */
export function isFunction(node: SyntaxNode | undefined): boolean {
  if (node === undefined) return false;
  const { type, generator } = unwrapTypes(node);
  return functionTypes.has(type) && generator !== true;
}

/** The names under which a statement declares functions: `function f`, `const f = () => …`. */
export function functionsOf(statement: SyntaxNode): readonly string[] {
  if (statement.type === 'FunctionDeclaration') {
    const name = nodeAt(statement, 'id');
    return name !== undefined && isFunction(statement) ? [textAt(name, 'name') ?? ''] : [];
  }
  if (statement.type !== 'VariableDeclaration') return [];
  return nodesAt(statement, 'declarations').flatMap((declarator) => {
    const name = declarator && nodeAt(declarator, 'id');
    if (name?.type !== 'Identifier' || !isFunction(nodeAt(declarator as SyntaxNode, 'init')))
      return [];
    return [textAt(name, 'name') ?? ''];
  });
}

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);
