import { readFileSync } from 'node:fs';

/**
 * The process at the end of a chain of first children: Deno itself, where a wrapper stays in
 * between. The process itself where it has no child, or where that cannot be read. Linux.
 */
export function processLeaf(pid: number): number {
  let leaf = pid;
  for (let depth = 0; depth < 8; depth += 1) {
    const [child] = childrenOf(leaf);
    if (child === undefined) return leaf;
    leaf = child;
  }
  return leaf;
}

function childrenOf(pid: number): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
