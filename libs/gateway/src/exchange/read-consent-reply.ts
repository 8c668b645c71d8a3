import type { ConsentAnswer, ConsentQuestion } from '@sluice/contracts';
import type { AskOutcome } from '@sluice/core';
import { readConsentForm } from '../present/consent-form.js';

/** What a person said to the question before a start; all but a plain yes in time is a refusal. */
export function readConsentReply(
  reply: AskOutcome,
  question: ConsentQuestion,
  now: number,
): ConsentAnswer {
  if (now >= question.expiresAt) return { decision: 'refuse', reason: 'timeout' };
  switch (reply.kind) {
    case 'accept':
      return readConsentForm(reply.content, question);
    case 'decline':
      return { decision: 'refuse', reason: 'declined' };
    case 'timeout':
      return { decision: 'refuse', reason: 'timeout' };
    case 'cancel':
    case 'unavailable':
      return { decision: 'refuse', reason: 'cancelled' };
  }
}
