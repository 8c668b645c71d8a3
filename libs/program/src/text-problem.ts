import type { ProgramProblem } from '@sluice/contracts';

/** A {@link ProgramProblem} whose place is still an offset in some text. */
export interface TextProblem extends Omit<ProgramProblem, 'position'> {
  /** UTF-16 offset in the text that was looked at. */
  readonly offset?: number;
}
