import type { ProgramProblem } from './program-problem.js';

/** A {@link ProgramProblem} whose place is still an offset in some text. */
export interface TextProblem extends Omit<ProgramProblem, 'position'> {
  /** UTF-16 offset in the text that was looked at. */
  readonly offset?: number;
}
