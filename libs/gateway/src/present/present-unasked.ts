import type { Explanation } from '@sluice/core';
import type { ToolAnswer } from '../tools/tool-outcome.js';
import { presentRefusal } from './present-refusal.js';

/** A call that needs a person's yes, for a client that could not ask: why, and where the question waits. */
export function presentUnasked(report: {
  readonly reason: Explanation;
  readonly waits?: boolean;
}): ToolAnswer {
  return presentRefusal(report.reason, ...(report.waits === true ? [waitingHint] : []));
}

/** For a model: the user answers, it does not. */
const waitingHint =
  'hint: Or they answer the question, which waits for an hour in the command "sluice approve"; then make the very same call again.';
