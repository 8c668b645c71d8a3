import type { ConsentQuestion } from '@sluice/contracts';

/** A person can look through these; a model that asks for ever pushes out its own. */
const maxOfSession = 8;

/** Of all sessions of the user together. */
const maxInAll = 100;

/**
 * Which waiting questions make room for a new one: the oldest of the session that asks, and when
 * there are too many in all, the oldest of the session that asks most.
 *
 * @param waiting oldest first
 * @returns their ids
 */
export function tooManyQuestions(
  waiting: readonly ConsentQuestion[],
  sessionId: string,
): readonly string[] {
  const own = waiting.filter((question) => question.sessionId === sessionId);
  const gone = own.slice(0, Math.max(0, own.length + 1 - maxOfSession));
  const kept = waiting.filter((question) => !gone.includes(question));
  while (kept.length + 1 > maxInAll) {
    const busiest = busiestSession(kept);
    const at = kept.findIndex((question) => question.sessionId === busiest);
    gone.push(...kept.splice(at, 1));
  }
  return gone.map(({ id }) => id);
}

function busiestSession(questions: readonly ConsentQuestion[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { sessionId } of questions) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}
