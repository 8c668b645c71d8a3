import type { CheckOutcome, CheckRequest, Clock, Logger, ProgramChecker } from '@sluice/contracts';
import { startCheckerThread } from './checker-thread.js';
import type { CheckerThread } from './checker-thread.js';

/** What {@link createProgramChecker} needs. */
export interface ProgramCheckerOptions {
  /** The bundle of the thread, `checker.mjs`, as a `file:` URL. */
  readonly checkerUrl: URL;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * How long a program waits for the thread to start, in milliseconds. That takes 0.5 s, twenty times as long on a machine that
 * is busy beyond measure; a gateway that serves starts it before the first program comes.
 */
const maxStartMs = 20_000;

/** How long a program waits for a thread that looks at others, in milliseconds. */
const maxQueueMs = 2000;

/** Longest text that is looked at, in UTF-16 units: TypeScript takes time with the square of it. */
const maxTextLength = 65_536;

/** How long one program may take, in milliseconds: an honest one takes 10 to 50, many times that on a busy machine. */
const maxCheckMs = 5000;

/** After so many ends in a row nobody is looked at for a while: the checker would only cost time. */
const maxFailures = 3;
const pauseMs = 60_000;

/** A thread that was not needed for so long ends, in milliseconds: it holds 100 MB. */
const maxIdleMs = 600_000;

/** A program between `check()` and its outcome. The first outcome counts. */
interface OpenCheck {
  readonly request: CheckRequest;
  isSettled: boolean;
  settle(outcome: CheckOutcome): void;
}

/**
 * Makes the checker. Programs are looked at one after the other on a thread of its own, which is started by `warm()` or by
 * the first program, ended when a program takes too long, and started anew for the next.
 *
 * @example
 * const checker = createProgramChecker({ checkerUrl, clock, logger });
 * await checker.check({ text: 'return fetch("x")', servers: [] }, signal);
 * // { status: 'checked', mistakes: [{ kind: 'global', name: 'fetch', … }], calls: [] }
 */
export function createProgramChecker(options: ProgramCheckerOptions): ProgramChecker {
  const { checkerUrl, clock, logger } = options;
  const waiting: OpenCheck[] = [];
  let running: OpenCheck | undefined;
  let thread: CheckerThread | undefined;
  let cancelIdle: (() => void) | undefined;
  let failures = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  const start = (): CheckerThread => {
    const started = startCheckerThread(checkerUrl);
    thread = started;
    void started.ready.then(pump);
    void started.ended.then(() => {
      if (thread === started) lose(started, 'The checker of programs ended');
    });
    return started;
  };

  /** A thread that broke, or that a program kept too long. */
  const lose = (lost: CheckerThread, why: string) => {
    thread = undefined;
    cancelIdle?.();
    cancelIdle = undefined;
    void lost.end();
    if (isClosed) return;
    failures += 1;
    if (failures < maxFailures) return pump();
    failures = 0;
    pausedUntil = clock.monotonic() + pauseMs;
    logger.warn(why, { pausedMs: pauseMs });
    for (const check of waiting.splice(0)) check.settle({ status: 'unchecked', reason: 'failed' });
  };

  const pump = () => {
    if (isClosed || running !== undefined) return;
    while (waiting[0]?.isSettled === true) waiting.shift();
    const [next] = waiting;
    if (next === undefined) return rest();
    cancelIdle?.();
    cancelIdle = undefined;
    const current = thread ?? start();
    current.hold(true);
    if (!current.isReady) return;
    waiting.shift();
    running = next;
    void look(current, next);
  };

  const look = async (current: CheckerThread, check: OpenCheck): Promise<void> => {
    const cancelTimer = clock.schedule(maxCheckMs, () => {
      check.settle({ status: 'unchecked', reason: 'slow' });
      running = undefined;
      lose(current, 'Programs take the checker too long');
    });
    const outcome = await current.ask(check.request);
    cancelTimer();
    if (running !== check) return;
    running = undefined;
    if (outcome !== undefined) failures = 0;
    check.settle(outcome ?? { status: 'unchecked', reason: 'failed' });
    pump();
  };

  const rest = () => {
    thread?.hold(false);
    if (thread === undefined || cancelIdle !== undefined) return;
    cancelIdle = clock.schedule(maxIdleMs, () => {
      cancelIdle = undefined;
      const idle = thread;
      thread = undefined;
      void idle?.end();
    });
  };

  return {
    check: (request, signal) =>
      new Promise((resolve) => {
        if (isClosed || signal.aborted)
          return resolve({ status: 'unchecked', reason: 'cancelled' });
        if (request.text.length > maxTextLength)
          return resolve({ status: 'unchecked', reason: 'slow' });
        if (clock.monotonic() < pausedUntil)
          return resolve({ status: 'unchecked', reason: 'failed' });
        const giveUp = () => {
          const reason = thread?.isReady ? 'slow' : 'starting';
          if (running !== check) check.settle({ status: 'unchecked', reason });
        };
        let cancelWait = clock.schedule(maxQueueMs, () => {
          if (thread?.isReady) giveUp();
          else cancelWait = clock.schedule(maxStartMs - maxQueueMs, giveUp);
        });
        const abort = () => check.settle({ status: 'unchecked', reason: 'cancelled' });
        const check: OpenCheck = {
          request,
          isSettled: false,
          settle(outcome) {
            if (check.isSettled) return;
            check.isSettled = true;
            cancelWait();
            signal.removeEventListener('abort', abort);
            resolve(outcome);
          },
        };
        signal.addEventListener('abort', abort);
        waiting.push(check);
        pump();
      }),
    async warm() {
      if (isClosed || thread !== undefined) return;
      await start().ready;
    },
    async close() {
      isClosed = true;
      cancelIdle?.();
      for (const check of [...waiting.splice(0), ...(running ? [running] : [])])
        check.settle({ status: 'unchecked', reason: 'cancelled' });
      running = undefined;
      await thread?.end();
    },
  };
}
