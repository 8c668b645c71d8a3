import type { Json, Position } from '@sluice/contracts';
import { describeFailure } from './describe-failure.js';
import { createLineIndex } from './line-index.js';
import { parseBody } from './parse-body.js';
import type { ProgramProblem } from './program-problem.js';
import { findRoundedIntegers } from './scan/find-rounded-integers.js';
import { findUses } from './scan/find-uses.js';
import type { CallTarget } from './scan/find-uses.js';

/** A tool that the text names. Names are as the program writes them; the catalogue resolves them. */
export interface ScannedCall {
  readonly target: CallTarget;
  /** In the scanned text. */
  readonly position: Position;
  /** The arguments, where they are wholly literal; absent when any value may be sent. */
  readonly args?: Json;
}

/** A place from which tools may be called that the text does not name. */
export interface DynamicUse {
  /** In the scanned text. */
  readonly position: Position;
  /** A few words: `the tool name of "github" is computed`. */
  readonly reason: string;
}

/** An integer of the text whose digits JavaScript rounds: 725653563933458433 becomes …432. */
export interface RoundedLiteral {
  /** As it is written. */
  readonly digits: string;
  /** The number it becomes, in all digits. */
  readonly becomes: string;
  /** In the scanned text. */
  readonly position: Position;
}

/** What a program's text says about its calls. */
export type ProgramScan =
  | {
      readonly ok: true;
      readonly calls: readonly ScannedCall[];
      readonly dynamic: readonly DynamicUse[];
      readonly rounded: readonly RoundedLiteral[];
    }
  | { readonly ok: false; readonly error: ProgramProblem };

/**
 * Reads from a program's syntax tree which tools it names: `tools.s.t()`, `tools["s"]["t"]`, bare
 * `s.t()`, `call("id")`, and what constants, aliases, destructuring and parameters make of them. A
 * tool that is only passed on (`items.map(tools.s.t)`) counts. Local names shadow ours, comments and
 * strings are nothing. All lists are in the order of the text.
 *
 * For the question before a start, not for safety: every call is decided again at the gate.
 *
 * @param text a normalised program.
 * @param options.bareServers the servers that are globals by their own name.
 * @example
 * scanProgram('return tools.docs.read({ id: 1 })', { bareServers: new Set() })
 * // calls: [{ target: { kind: 'member', server: 'docs', tool: 'read' }, args: { id: 1 }, … }]
 */
export function scanProgram(
  text: string,
  options: { readonly bareServers: ReadonlySet<string> },
): ProgramScan {
  const { positionAt } = createLineIndex(text);
  const outcome = parseBody(text);
  if (!outcome.ok) {
    const { offset, ...problem } = describeFailure(outcome.failure, text);
    const position = offset === undefined ? {} : { position: positionAt(offset) };
    return { ok: false, error: { ...problem, ...position } };
  }
  const { statements, shift } = outcome.parsed;
  const { calls, dynamic } = findUses(statements, options.bareServers);
  return {
    ok: true,
    calls: calls.map(({ offset, ...call }) => ({ ...call, position: positionAt(offset - shift) })),
    dynamic: dynamic.map(({ offset, reason }) => ({
      position: positionAt(offset - shift),
      reason,
    })),
    rounded: findRoundedIntegers(statements).map(({ offset, ...literal }) => ({
      ...literal,
      position: positionAt(offset - shift),
    })),
  };
}
