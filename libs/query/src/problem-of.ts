import type { QueryProblem } from '@sluice/contracts';
import { QueryError } from './query-error.js';

/**
 * Why a question has no answer, as data.
 *
 * @throws the error itself where it is none of a question
 */
export function problemOf(error: unknown): QueryProblem {
  if (error instanceof QueryError) {
    const { kind, message, at, hint, member } = error;
    const position = kind === 'size' ? {} : { position: at + 1 };
    return {
      kind,
      message,
      ...position,
      ...(hint === undefined ? {} : { hint }),
      ...(member === undefined ? {} : { member }),
    };
  }
  // Recursion over a value, or a text beyond what a string can hold.
  if (error instanceof RangeError)
    return { kind: 'size', message: 'the value is nested too deeply, or too large' };
  if (error instanceof SyntaxError)
    return { kind: 'value', message: 'the result is no JSON that can be read' };
  throw error;
}
