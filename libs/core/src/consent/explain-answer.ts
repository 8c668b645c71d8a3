import type { ConsentAnswer } from '@sluice/contracts';
import type { Explanation } from '../explain-unknown-tool.js';

/** Why a person said no. */
export type RefusalReason = Extract<ConsentAnswer, { decision: 'refuse' }>['reason'];

/** Says that a program does not start, or a call is not made, because nobody said yes. */
export function explainAnswer(action: 'start' | 'call', reason: RefusalReason): Explanation {
  return {
    code: 'POLICY_REFUSED',
    message: `Cannot ${action === 'start' ? 'start the program' : 'make the call'}: ${reasons[reason]}`,
    hint:
      reason === 'declined'
        ? 'Do not send it again unchanged: ask the user what they want instead.'
        : 'Do not send it again unchanged before the user says so: the command "sluice approve" shows them the question for an hour.',
  };
}

const reasons: Readonly<Record<RefusalReason, string>> = {
  declined: 'the user was asked and refused it',
  cancelled: 'the user was asked and closed the question without an answer',
  timeout: 'the user was asked and nobody answered in time',
  invalid: 'the user was asked, and the client answered with something that was not offered',
};
