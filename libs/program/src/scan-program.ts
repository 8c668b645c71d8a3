import type { DynamicUse, RoundedLiteral, ScannedCall } from '@sluice/contracts';
import { createLineIndex } from './line-index.js';
import type { ParsedText } from './parsed-text.js';
import { findRoundedIntegers } from './scan/find-rounded-integers.js';
import { findUses } from './scan/find-uses.js';

/** What a program's tree says about its calls. */
export interface ProgramScan {
  readonly calls: readonly ScannedCall[];
  readonly dynamic: readonly DynamicUse[];
  readonly rounded: readonly RoundedLiteral[];
}

/** Places that are told where any tool may be called; one is enough to know that the text does not say all. */
const maxDynamic = 100;

/**
 * Reads from a program's syntax tree which tools it names: `tools.s.t()`, `tools["s"]["t"]`, bare
 * `s.t()`, `call("id")`, and what constants, aliases, destructuring and parameters make of them. A
 * tool that is only passed on (`items.map(tools.s.t)`) counts. Local names shadow ours, comments and
 * strings are nothing. All lists are in the order of the text.
 *
 * For the question before a start, not for safety: every call is decided again at the gate.
 *
 * @param text the text of the tree, for positions
 * @param bareServers the servers that are globals by their own name
 */
export function scanProgram(
  text: string,
  { statements, shift }: ParsedText,
  bareServers: ReadonlySet<string>,
): ProgramScan {
  const { positionAt } = createLineIndex(text);
  const { calls, dynamic } = findUses(statements, bareServers);
  return {
    calls: calls.map(({ offset, ...call }) => ({ ...call, position: positionAt(offset - shift) })),
    dynamic: dynamic.slice(0, maxDynamic).map(({ offset, reason }) => ({
      position: positionAt(offset - shift),
      reason,
    })),
    rounded: findRoundedIntegers(statements).map(({ offset, ...literal }) => ({
      ...literal,
      position: positionAt(offset - shift),
    })),
  };
}
