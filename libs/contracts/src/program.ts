import type { ErrorCode } from './errors.js';
import type { Json } from './json.js';
import type { Position } from './run.js';

/** A program's text as it was sent, with what reading it depends on. */
export interface ProgramText {
  readonly code: string;
  /** The limit of `sandbox.maxProgramBytes`, in bytes of UTF-8. */
  readonly maxBytes: number;
  /** Identifiers of the servers that are globals by their own name. */
  readonly bareServers: readonly string[];
}

/**
 * All that is read from a program's text before anything starts, or the one reason why it is refused.
 * Plain data: it may come from another thread.
 */
export type ProgramReading =
  | {
      readonly ok: true;
      /** The body of an async function; lines end with LF. The one text that is shown, digested and run. */
      readonly text: string;
      /** Where each character of it stood in the text that was sent. */
      readonly origin: TextOrigin;
      /** What was repaired, in plain words and in order; empty when the text runs as it was sent. */
      readonly repairs: readonly string[];
      /** The tools that the text names, in its order. */
      readonly calls: readonly ScannedCall[];
      /** Places from which any tool may be called, the first hundred in the order of the text. */
      readonly dynamic: readonly DynamicUse[];
      /** Integers whose digits JavaScript rounds, the first few. */
      readonly rounded: readonly RoundedLiteral[];
    }
  | { readonly ok: false; readonly error: ProgramProblem };

/**
 * Where the characters of a repaired text come from: stretches in the order of the text, three numbers
 * each. The first is where the stretch starts in the text, the second where in the original, both in
 * UTF-16 units; the third is 1 where the original runs on with it, 0 where it was put in at one place.
 */
export type TextOrigin = Uint32Array;

/** Why a program's text is refused before anything runs. */
export interface ProgramProblem {
  readonly code: Extract<ErrorCode, `PROGRAM_${string}`>;
  /** One line; never holds text of the program but single tokens. */
  readonly message: string;
  readonly hint?: string;
  /** Where, in the text that was sent; absent where no one place is to blame. */
  readonly position?: Position;
}

/** A tool as the program names it. */
export type CallTarget =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'member'; readonly server: string; readonly tool: string };

/** A tool that the text names. Names are as the program writes them; the catalogue resolves them. */
export interface ScannedCall {
  readonly target: CallTarget;
  /** In the repaired text. */
  readonly position: Position;
  /** The arguments, where they are wholly literal; absent when any value may be sent. */
  readonly args?: Json;
}

/** A place from which tools may be called that the text does not name. */
export interface DynamicUse {
  /** In the repaired text. */
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
  /** In the repaired text. */
  readonly position: Position;
}
