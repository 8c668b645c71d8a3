import { isNode } from './syntax-node.js';
import type { SyntaxNode } from './syntax-node.js';

/** The children of a node with the keys they stand under, in the order of the tree. */
export function childrenOf(node: SyntaxNode): readonly (readonly [string, SyntaxNode])[] {
  const children: [string, SyntaxNode][] = [];
  for (const [key, value] of Object.entries(node)) {
    if (notChildren.has(key)) continue;
    if (Array.isArray(value)) {
      for (const item of value as readonly unknown[]) if (isNode(item)) children.push([key, item]);
    } else if (isNode(value)) {
      children.push([key, value]);
    }
  }
  return children;
}

/** All nodes below some, in no order to rely on. Keeps its own stack: trees may be deep. */
export function* walkNodes(roots: readonly SyntaxNode[]): Generator<SyntaxNode> {
  const pending = [...roots];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    yield node;
    for (const [, child] of childrenOf(node)) pending.push(child);
  }
}

const notChildren = new Set(['loc', 'extra', 'errors', 'comments', 'tokens']);
