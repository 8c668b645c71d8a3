import type { Clock } from '@sluice/contracts';

/** The wall clock of one run. */
export interface RunTimer {
  /** Stands still until `work` has settled; several at once stop it together. */
  stopWhile<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Ends it without a time-out. Idempotent. */
  end(): void;
}

/** Starts a clock that calls `onTimeout` once it has run for `timeoutMs`. */
export function createRunTimer(clock: Clock, timeoutMs: number, onTimeout: () => void): RunTimer {
  let leftMs = timeoutMs;
  let stops = 0;
  let hasEnded = false;
  let startedAt = clock.monotonic();
  let cancel = clock.schedule(leftMs, onTimeout);

  const stop = () => {
    stops += 1;
    if (stops > 1) return;
    cancel();
    leftMs -= clock.monotonic() - startedAt;
  };
  const goOn = () => {
    stops -= 1;
    if (stops > 0 || hasEnded) return;
    startedAt = clock.monotonic();
    cancel = clock.schedule(Math.max(0, leftMs), onTimeout);
  };

  return {
    async stopWhile(work) {
      stop();
      try {
        return await work();
      } finally {
        goOn();
      }
    },
    end() {
      hasEnded = true;
      cancel();
    },
  };
}
