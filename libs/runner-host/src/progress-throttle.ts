import type { Clock, RunProgress } from '@sluice/contracts';

/** Passes on progress reports at a bounded rate. */
export interface ProgressThrottle {
  report(progress: RunProgress): void;
  /** Passes what still waits; later reports are ignored. */
  finish(): void;
}

/** Shortest time between two reports that are passed on, in milliseconds. */
const intervalMs = 50;

/**
 * Makes a throttle: the first report passes at once, then one every 50 ms, always the newest, so
 * that a client never stays with an old one.
 */
export function createProgressThrottle(
  clock: Clock,
  pass: (progress: RunProgress) => void,
): ProgressThrottle {
  let newest: RunProgress | undefined;
  let cancel: (() => void) | undefined;
  let isFinished = false;

  const flush = () => {
    cancel = undefined;
    if (newest === undefined) return;
    const progress = newest;
    newest = undefined;
    cancel = clock.schedule(intervalMs, flush);
    pass(progress);
  };

  return {
    report(progress) {
      if (isFinished) return;
      newest = progress;
      if (cancel === undefined) flush();
    },
    finish() {
      isFinished = true;
      cancel?.();
      cancel = undefined;
      if (newest !== undefined) pass(newest);
      newest = undefined;
    },
  };
}
