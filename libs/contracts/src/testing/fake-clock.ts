import type { Clock } from '../clock.js';

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Moves time on by `ms`, running what falls due in order. */
  advance(ms: number): void;
  /** Like {@link FakeClock.advance}, and lets pending promises settle before and after each due task. */
  advanceAsync(ms: number): Promise<void>;
  /** Tasks that are still scheduled; a test can prove that nothing was left behind. */
  readonly pending: number;
}

/**
 * Makes a clock for tests.
 *
 * @param startMs milliseconds since 1970 at the start
 * @default startMs 1_700_000_000_000
 */
export function fakeClock(startMs = 1_700_000_000_000): FakeClock {
  let elapsedMs = 0;
  const tasks = new Set<{ readonly dueMs: number; readonly task: () => void }>();

  const takeDue = (untilMs: number) => {
    const [next] = [...tasks].sort((a, b) => a.dueMs - b.dueMs);
    if (next === undefined || next.dueMs > untilMs) return undefined;
    tasks.delete(next);
    return next;
  };

  return {
    now: () => startMs + elapsedMs,
    monotonic: () => elapsedMs,
    schedule(delayMs, task) {
      const entry = { dueMs: elapsedMs + Math.max(0, delayMs), task };
      tasks.add(entry);
      return () => void tasks.delete(entry);
    },
    pause: () => Promise.resolve(),
    advance(ms) {
      const untilMs = elapsedMs + ms;
      for (let due = takeDue(untilMs); due !== undefined; due = takeDue(untilMs)) {
        elapsedMs = due.dueMs;
        due.task();
      }
      elapsedMs = untilMs;
    },
    async advanceAsync(ms) {
      const untilMs = elapsedMs + ms;
      await settle();
      for (let due = takeDue(untilMs); due !== undefined; due = takeDue(untilMs)) {
        elapsedMs = due.dueMs;
        due.task();
        await settle();
      }
      elapsedMs = untilMs;
      await settle();
    },
    get pending() {
      return tasks.size;
    },
  };
}

/** Lets chains of promises that wait for nothing outside run to their end. */
async function settle() {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
