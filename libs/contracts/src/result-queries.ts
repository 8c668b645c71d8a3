import type { ResultKind } from './result-store.js';

/** What is asked of a stored text. Plain data, so that it can be answered on another thread. */
export interface SelectionInput {
  /** The stored text, or its bytes in UTF-8: shared memory goes to another thread without a copy. */
  readonly text: string | Uint8Array;
  readonly kind: Exclude<ResultKind, 'bytes'>;
  /** JMESPath; of a `text` only `@`, or functions of it. Several with names make one object. */
  readonly expression: string | readonly (readonly [name: string, expression: string])[];
  /** Largest selection as JSON text, in bytes. */
  readonly maxBytes: number;
}

/** The selection as JSON text, or what is wrong. */
export type SelectionOutput =
  | { readonly ok: true; readonly json: string; readonly sizeBytes: number }
  | { readonly ok: false; readonly problem: QueryProblem };

/** Why a question has no answer. */
export interface QueryProblem {
  /** `syntax`: it cannot be read; `value`: it does not fit the value; `size`: it makes or takes too much. */
  readonly kind: 'syntax' | 'value' | 'size';
  /** The end of a sentence: `unexpected "-"`. */
  readonly message: string;
  /** Place in the expression, counted from 1 in UTF-16 code units. */
  readonly position?: number;
  readonly hint?: string;
  /** Whose expression it is, where there are several. */
  readonly member?: string;
}

/** What is looked for in a stored text. */
export interface SearchInput {
  /** As in {@link SelectionInput}. */
  readonly text: string | Uint8Array;
  readonly kind: Exclude<ResultKind, 'bytes'>;
  readonly query: string;
  /** Reads `query` as a regular expression of RE2's syntax. */
  readonly isRegex: boolean;
  /** Most matches given; the others are counted. */
  readonly limit: number;
  /** Longest excerpt of a match, in UTF-16 code units. */
  readonly maxExcerptLength: number;
}

/** What was found: lines of a text, leaves of a JSON value. */
export type SearchOutput =
  | {
      readonly ok: true;
      readonly matches: readonly SearchMatch[];
      /** All matches, given or not. */
      readonly total: number;
      /** False where the search had to stop before the end; `total` counts up to there. */
      readonly isWhole: boolean;
    }
  | { readonly ok: false; readonly problem: QueryProblem };

/** One match. */
export type SearchMatch =
  | {
      readonly kind: 'line';
      /** Counted from 1. */
      readonly line: number;
      /** Where the line starts, in bytes of UTF-8: an offset to read from. */
      readonly offset: number;
      readonly excerpt: string;
    }
  | {
      readonly kind: 'leaf';
      /** JMESPath that selects it: `customers[3].name`. */
      readonly path: string;
      /** The value as JSON text, or a part of it around the match. */
      readonly excerpt: string;
    };
