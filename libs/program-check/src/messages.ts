import type { CheckOutcome, CheckRequest } from '@sluice/contracts';

/** What the thread says once it can look at programs. */
export const readyMessage = 'ready';

/** What it is asked; one at a time, so that answers need no number. */
export type CheckMessage = CheckRequest;

/** What it answers. */
export type CheckAnswer = CheckOutcome;
