import type { SyntaxNode } from '../syntax-node.js';

/** `f()` and `f?.()`. */
export function isCall({ type }: SyntaxNode): boolean {
  return type === 'CallExpression' || type === 'OptionalCallExpression';
}

/** `a.b`, `a[b]` and their optional forms. */
export function isMember({ type }: SyntaxNode): boolean {
  return type === 'MemberExpression' || type === 'OptionalMemberExpression';
}

/** Functions of every kind, methods among them. */
export function isFunctionNode({ type }: SyntaxNode): boolean {
  return functionTypes.has(type);
}

/** Nodes beside functions that hold names of their own. */
export function opensScope({ type }: SyntaxNode): boolean {
  return scopeTypes.has(type);
}

/** Nodes of which nothing is left at run time. */
export function isErased(node: SyntaxNode): boolean {
  if (node['declare'] === true) return true;
  return node.type.startsWith('TS') && !liveTypes.has(node.type);
}

/** Whether a key of a node holds a name, a type or what is declared, rather than an expression. */
export function isNameKey(node: SyntaxNode, key: string): boolean {
  if (key === 'id' || key === 'params' || key === 'label' || typeKeys.has(key)) return true;
  if (key === 'param') return node.type === 'CatchClause';
  if (key === 'key') return node['computed'] !== true;
  if (key === 'property') return isMember(node) && node['computed'] !== true;
  return node.type === 'MetaProperty';
}

const functionTypes = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
]);
const scopeTypes = new Set([
  'BlockStatement',
  'StaticBlock',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
  'SwitchStatement',
  'CatchClause',
  'ClassDeclaration',
  'ClassExpression',
  'TSModuleBlock',
]);
const typeKeys = new Set([
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'superTypeParameters',
  'returnType',
  'implements',
  'predicate',
]);
const liveTypes = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'TSNonNullExpression',
  'TSInstantiationExpression',
  'TSEnumDeclaration',
  'TSEnumBody',
  'TSEnumMember',
  'TSModuleDeclaration',
  'TSModuleBlock',
]);
