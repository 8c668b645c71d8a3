import { nodesAt } from '../syntax-node.js';
import type { SyntaxNode } from '../syntax-node.js';
import { isTypeWrapper } from '../unwrap-types.js';
import { isCall } from './node-kinds.js';
import type { Site } from './survey.js';

/** Whether the parent has the very value of this node and is looked at in its place. */
export function isPassedUp({ node: own, parent, key }: Site): boolean {
  if (parent === undefined) return false;
  const { node } = parent;
  if (isTypeWrapper(node)) return key === 'expression';
  if (node.type === 'SequenceExpression') return nodesAt(node, 'expressions').at(-1) === own;
  return node.type === 'AwaitExpression';
}

/** Whether the site is what a variable is declared with, or an argument. */
export function isAlias({ parent, key }: Site): boolean {
  if (parent === undefined) return false;
  return parent.node.type === 'VariableDeclarator' || (isCall(parent.node) && key === 'arguments');
}

/** Asked for its kind, compared, tested, or just mentioned: nothing is called by that. */
export function isOnlyLookedAt({ node: own, parent, key }: Site): boolean {
  if (parent === undefined) return false;
  const { node } = parent;
  switch (node.type) {
    case 'UnaryExpression':
      return true;
    case 'BinaryExpression':
      return node['operator'] !== '+';
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForStatement':
      return key === 'test';
    case 'LogicalExpression':
      return node['operator'] === '&&' && key === 'left';
    case 'SequenceExpression':
      return nodesAt(node, 'expressions').at(-1) !== own;
    case 'ExpressionStatement':
      return true;
    default:
      return false;
  }
}

/** The call whose callee the site is. */
export function callAt(site: Site): SyntaxNode | undefined {
  return isCalled(site) ? site.parent?.node : undefined;
}

/** Whether the site is the callee of a call. */
export function isCalled({ parent, key }: Site): boolean {
  return parent !== undefined && isCall(parent.node) && key === 'callee';
}
