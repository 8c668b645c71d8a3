import { WireValueError } from './wire-value-error.js';

/**
 * Deepest nesting of a carried value. Everything that later walks the value by recursion (shapers,
 * previews, an upstream's own parser) has to survive it; real data stays below 100.
 */
export const maxDepth = 1000;

/** What the encoders take. */
export interface WireOptions {
  /**
   * - `result`: anything, with tags for what JSON lacks.
   * - `arguments`: pure JSON for an upstream; what JSON cannot say is an error with its path.
   */
  readonly mode: 'result' | 'arguments';
  /** What an error calls the value in `arguments` mode: `args.list[2]`. @default 'args' */
  readonly root?: string;
  /** Largest text in UTF-8 bytes. The encoder stops when the text must exceed it. */
  readonly maxBytes: number;
}

/** The error for a value whose text exceeds `maxBytes`. */
export function tooLarge({ mode, maxBytes }: WireOptions): WireValueError {
  const what = mode === 'result' ? 'value of the program' : 'arguments of the call';
  return new WireValueError(
    `The ${what} ${mode === 'result' ? 'is' : 'are'} larger than ${maxBytes} bytes as JSON text`,
    {
      code: 'RESULT_TOO_LARGE',
      hint: 'Filter, count or sum inside the program, or raise results.maxResultBytes.',
    },
  );
}
