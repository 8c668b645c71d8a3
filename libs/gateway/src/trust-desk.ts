import type {
  Clock,
  ConsentQuestion,
  ConsentStore,
  Logger,
  ServerDefinition,
  UpstreamSet,
} from '@sluice/contracts';
import type { ServerConsents } from '@sluice/core';

/** Servers that start only once a person has agreed to it. */
export interface TrustDesk extends Pick<
  ServerConsents,
  'waiting' | 'isRefused' | 'questionAbout' | 'settle'
> {
  /** Takes the configured servers, and hands on to the upstreams what may be started of them. */
  configure(servers: readonly ServerDefinition[], reason: string): Promise<void>;
  /** Looks for answers that were given elsewhere. Never rejects. */
  refresh(): Promise<void>;
  /**
   * From here on the questions wait in a terminal and on a page too, and what is answered there counts within
   * two seconds.
   */
  publish(): void;
  /** Withdraws the questions. Idempotent. */
  close(): Promise<void>;
}

/** How often answers given elsewhere are looked for, in milliseconds. */
const lookEveryMs = 2000;

/** How long a question waits elsewhere before it is shown anew, in milliseconds. */
const publishedForMs = 3_600_000;

/** What {@link createTrustDesk} needs. */
export interface TrustDeskOptions {
  readonly consents: ServerConsents;
  readonly store: Pick<ConsentStore, 'publish' | 'take' | 'endSession'>;
  readonly upstreams: Pick<UpstreamSet, 'configure'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Makes the desk. It answers no question: an answer is a person's, in a client, a terminal or on a page. */
export function createTrustDesk(options: TrustDeskOptions): TrustDesk {
  const { consents, store, upstreams, clock, logger } = options;
  const published = new Map<string, ConsentQuestion>();
  let servers: readonly ServerDefinition[] = [];
  let admitted = '';
  let isPublic = false;
  let isClosed = false;
  let cancelLook: () => void = () => undefined;
  /** One after another, or an old list could win. */
  let work: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(task: () => Promise<Result>): Promise<Result> => {
    const done = work.then(task);
    work = done.catch(() => undefined);
    return done;
  };

  const admit = async (reason: string, always = false) => {
    const now = await consents.admit(servers);
    const key = JSON.stringify(now.map(({ name, consent, problem }) => [name, !consent, problem]));
    if (isClosed || (key === admitted && !always)) return;
    admitted = key;
    upstreams.configure(now, reason);
  };

  const takeAnswers = async () => {
    for (const question of [...published.values()]) {
      const taken = await store.take(question.sessionId, question.digest);
      if (taken === undefined) continue;
      published.delete(question.digest);
      await consents.settle(question, taken.answer, taken.answeredIn);
    }
  };

  const show = async () => {
    if (!isPublic) return;
    for (const server of consents.waiting()) {
      const question = consents.questionAbout([server], publishedForMs);
      const before = published.get(question.digest);
      const isShown = before !== undefined && before.expiresAt > clock.now();
      if (isShown || consents.isRefused(server)) continue;
      published.set(question.digest, await store.publish(question));
    }
  };

  const refresh = () =>
    inTurn(async () => {
      if (!servers.some(({ consent }) => consent !== undefined)) return;
      await takeAnswers();
      await admit(agreement);
      await show();
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      logger.warn('Cannot look for what people have agreed to', { reason });
    });

  const look = () => {
    if (isClosed) return;
    cancelLook = clock.schedule(lookEveryMs, () => void refresh().then(look));
  };

  return {
    waiting: consents.waiting,
    isRefused: consents.isRefused,
    questionAbout: consents.questionAbout,
    settle: (question, answer, answeredIn) =>
      inTurn(async () => {
        const isYes = await consents.settle(question, answer, answeredIn);
        if (isYes) await admit(agreement);
        return isYes;
      }),
    configure: (next, reason) =>
      inTurn(async () => {
        servers = next;
        await admit(reason, true);
      }).then(() => (isPublic ? refresh() : undefined)),
    refresh,
    publish() {
      if (isPublic) return;
      isPublic = true;
      void refresh().then(look);
    },
    close: async () => {
      isClosed = true;
      cancelLook();
      await work;
      for (const { sessionId } of published.values())
        await store.endSession(sessionId).catch(() => undefined);
      published.clear();
    },
  };
}

const agreement = 'what the user agreed to has changed';
