import type { Approval, ConsentQuestion, ConsentStore, TakenAnswer } from '../consent.js';
import type { ServerApproval } from '../server-consent.js';
import type { Clock } from '../clock.js';

/** Makes a {@link ConsentStore} for tests that keeps everything in memory. */
export function memoryConsentStore(clock: Clock): ConsentStore {
  let kept: readonly Approval[] = [];
  let servers: readonly ServerApproval[] = [];
  let lastNumber = 0;
  const newId = () => {
    lastNumber += 1;
    return `a_${String(lastNumber).padStart(8, '0')}`;
  };
  const questions = new Map<string, { question: ConsentQuestion; taken?: TakenAnswer }>();

  const forgetExpired = () => {
    for (const [id, { question }] of questions)
      if (question.expiresAt <= clock.now()) questions.delete(id);
  };
  const find = (sessionId: string, digest: string) => {
    forgetExpired();
    return [...questions.values()].filter(
      ({ question }) => question.sessionId === sessionId && question.digest === digest,
    );
  };

  return {
    approvals: () => Promise.resolve(kept),
    grant(approvals) {
      const granted = approvals.map((approval) => ({ ...approval, id: newId() }));
      const places = new Set(granted.map(placeOf));
      kept = [...kept.filter((approval) => !places.has(placeOf(approval))), ...granted];
      return Promise.resolve(granted);
    },
    serverApprovals: () => Promise.resolve(servers),
    grantServers(approvals) {
      const granted = approvals.map((approval) => ({ ...approval, id: newId() }));
      const placeOfServer = ({ name, file }: { name: string; file: string }) =>
        JSON.stringify([name, file]);
      const places = new Set(granted.map(placeOfServer));
      servers = [...servers.filter((one) => !places.has(placeOfServer(one))), ...granted];
      return Promise.resolve(granted);
    },
    revoke(id) {
      const before = kept.length + servers.length;
      kept = kept.filter((approval) => approval.id !== id);
      servers = servers.filter((approval) => approval.id !== id);
      return Promise.resolve(kept.length + servers.length < before);
    },
    publish(question) {
      const waiting = find(question.sessionId, question.digest).find(({ taken }) => !taken);
      if (waiting) return Promise.resolve(waiting.question);
      questions.set(question.id, { question });
      return Promise.resolve(question);
    },
    pending() {
      forgetExpired();
      const waiting = [...questions.values()].filter(({ taken }) => taken === undefined);
      return Promise.resolve(
        waiting.map(({ question }) => question).sort((a, b) => a.askedAt - b.askedAt),
      );
    },
    answer(id, answer, answeredIn) {
      forgetExpired();
      const entry = questions.get(id);
      if (entry === undefined || entry.taken !== undefined) return Promise.resolve('unknown');
      entry.taken = { answer, answeredIn };
      return Promise.resolve('answered');
    },
    take(sessionId, digest) {
      const found = find(sessionId, digest).find(({ taken }) => taken !== undefined);
      if (found) questions.delete(found.question.id);
      return Promise.resolve(found?.taken);
    },
    endSession(sessionId) {
      for (const [id, { question }] of questions)
        if (question.sessionId === sessionId) questions.delete(id);
      return Promise.resolve();
    },
  };
}

/** Where an approval stands: one more for the same place takes it. */
function placeOf({ toolId, scope, workspace }: Omit<Approval, 'id'>): string {
  return JSON.stringify([toolId, scope, scope === 'workspace' ? workspace : undefined]);
}
