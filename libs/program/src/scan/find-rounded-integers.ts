import type { SyntaxNode } from '../syntax-node.js';
import { walkNodes } from '../walk-nodes.js';

/** An integer in a program whose digits a JavaScript number cannot hold. */
export interface RoundedInteger {
  /** As it is written. */
  readonly digits: string;
  /** The number it becomes, in all digits. */
  readonly becomes: string;
  /** In the parsed text. */
  readonly offset: number;
}

/** More of them say nothing new. */
const maxFound = 5;

/**
 * Finds decimal integers like 725653563933458433, which JavaScript silently rounds. A model copies
 * such ids from an earlier answer; the call would then be about another thing.
 */
export function findRoundedIntegers(statements: readonly SyntaxNode[]): readonly RoundedInteger[] {
  const found: RoundedInteger[] = [];
  for (const node of walkNodes(statements)) {
    if (node.type !== 'NumericLiteral') continue;
    const digits = rawOf(node);
    if (digits === undefined || digits.length < 16 || !/^[1-9][\d_]*$/.test(digits)) continue;
    const written = BigInt(digits.replaceAll('_', ''));
    const value = Number(written);
    if (!Number.isFinite(value) || BigInt(value) === written) continue;
    found.push({ digits, becomes: String(BigInt(value)), offset: node.start });
  }
  return found.sort((a, b) => a.offset - b.offset).slice(0, maxFound);
}

function rawOf(node: SyntaxNode): string | undefined {
  const { extra } = node;
  if (typeof extra !== 'object' || extra === null || !('raw' in extra)) return undefined;
  return typeof extra.raw === 'string' ? extra.raw : undefined;
}
