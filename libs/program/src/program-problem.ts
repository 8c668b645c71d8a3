import type { ErrorCode, Position } from '@sluice/contracts';

/** Why a program's text is refused before anything runs. */
export interface ProgramProblem {
  readonly code: Extract<ErrorCode, `PROGRAM_${string}`>;
  /** One line; never holds text of the program but single tokens. */
  readonly message: string;
  readonly hint?: string;
  /** Where, in the text that was handed in; absent where no one place is to blame. */
  readonly position?: Position;
}
