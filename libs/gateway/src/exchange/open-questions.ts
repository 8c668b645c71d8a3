import type { Clock, ConsentQuestion } from '@sluice/contracts';

/** Questions before a start that a client has on its screen. */
export interface OpenQuestions {
  open(question: ConsentQuestion): void;
  /** The question, once: a second reply finds nothing. Undefined where it is another session's. */
  take(id: string, sessionId: string): ConsentQuestion | undefined;
  endSession(sessionId: string): void;
}

/** Questions that are remembered at once; a client that asks for more loses the oldest. */
const maxOpen = 256;

/** How long an expired question is remembered, so that a late reply is told so; in milliseconds. */
const lateMs = 3_600_000;

/** Keeps questions until they are answered. In memory: a restart withdraws them. */
export function createOpenQuestions(clock: Clock): OpenQuestions {
  const byId = new Map<string, ConsentQuestion>();
  return {
    open(question) {
      for (const [id, { expiresAt }] of byId)
        if (expiresAt + lateMs <= clock.now() || byId.size >= maxOpen) byId.delete(id);
      byId.set(question.id, question);
    },
    take(id, sessionId) {
      const question = byId.get(id);
      if (question?.sessionId !== sessionId) return undefined;
      byId.delete(id);
      return question;
    },
    endSession(sessionId) {
      for (const [id, question] of byId) if (question.sessionId === sessionId) byId.delete(id);
    },
  };
}
