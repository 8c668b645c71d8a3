/** Lets a limited number of calls through at once, in the order they came. */
export interface CallSlots {
  /** Resolves with the function that frees the slot; rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<() => void>;
}

/**
 * Makes slots for the calls to one upstream.
 *
 * @param limit calls at once; at least 1
 */
export function createCallSlots(limit: number): CallSlots {
  let free = Math.max(1, limit);
  const waiting = new Set<() => void>();

  const release = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  const once = () => {
    let isFreed = false;
    return () => {
      if (!isFreed) release();
      isFreed = true;
    };
  };

  return {
    take(signal) {
      if (signal.aborted) return Promise.reject(signal.reason as Error);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(once());
      }
      return new Promise((resolve, reject) => {
        const abort = () => {
          waiting.delete(grant);
          reject(signal.reason as Error);
        };
        const grant = () => {
          waiting.delete(grant);
          signal.removeEventListener('abort', abort);
          resolve(once());
        };
        waiting.add(grant);
        signal.addEventListener('abort', abort, { once: true });
      });
    },
  };
}
