import type { Clock, ConsentQuestion } from '@sluice/contracts';
import type { GivenAnswer, Session } from '@sluice/core';
import { utf8Length } from '@sluice/json-text';
import { consentForm, consentKey } from '../present/consent-form.js';
import { presentQuestion } from '../present/present-question.js';
import type { Publish } from '../publish-question.js';
import type { AskingTurn, ToolForm, ToolQuestions } from '../tools/tool-outcome.js';
import { createOpenQuestions } from './open-questions.js';
import { readConsentReply } from './read-consent-reply.js';

/** Questions before a start, between the turn that asks and the one that brings the answer. */
export interface ConsentTurns {
  /** What a person said to a question of this session, if this turn brings it; it counts once. */
  answerOf(turn: AskingTurn, session: Session): Promise<GivenAnswer | undefined>;
  /** The question as a form of the client; undefined where it is too large for one. */
  formFor(question: ConsentQuestion): ToolQuestions | undefined;
  /** Shows a question that no form holds in a terminal and a page; whether it waits there. */
  publish(question: ConsentQuestion, session: Session): Promise<boolean>;
  /** Withdraws the session's questions. */
  endSession(sessionId: string): void;
}

/** Largest program in bytes, and largest question in characters, that a form of a client holds; larger ones are asked in a terminal or a page. */
const maxProgramBytes = 16_384;
const maxMessage = 32_768;

/** Makes the one place where questions before a start wait for their answers. */
export function createConsentTurns(options: {
  readonly publish: Publish;
  readonly clock: Clock;
}): ConsentTurns {
  const { publish, clock } = options;
  const questions = createOpenQuestions(clock);

  return {
    async answerOf(turn, session) {
      const question = questions.take(turn.resume ?? '', session.id);
      const reply = turn.replies[consentKey];
      if (question === undefined || reply === undefined) return undefined;
      const answer = readConsentReply(reply, question, clock.now());
      const isOpen = answer.decision === 'refuse' && answer.reason !== 'declined';
      if (isOpen && !session.isBrief) await publish(question);
      return { digest: question.digest, answer, answeredIn: 'client' };
    },
    formFor(question) {
      const form = formOf(question, clock.now());
      if (form === undefined) return undefined;
      questions.open(question);
      return { resume: question.id, forms: { [consentKey]: form } };
    },
    publish: async (question, { isBrief }) => !isBrief && (await publish(question)),
    endSession: questions.endSession,
  };
}

function formOf(question: ConsentQuestion, now: number): ToolForm | undefined {
  if (utf8Length(question.program) > maxProgramBytes) return undefined;
  const message = presentQuestion(question);
  if (message.length > maxMessage) return undefined;
  return { message, schema: consentForm(question), waitMs: Math.max(1, question.expiresAt - now) };
}
