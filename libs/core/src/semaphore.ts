import { onAbort } from '@sluice/contracts';

/** Hands out a limited number of slots, first come, first served. */
export interface Semaphore {
  /**
   * Waits for a slot; the returned function gives it back and may be called more than once.
   * Rejects with the signal's reason when it is aborted first; nothing is held then.
   */
  acquire(signal: AbortSignal): Promise<() => void>;
}

/**
 * Makes a semaphore.
 *
 * @param slots how many may be held at once; at least one
 */
export function createSemaphore(slots: number): Semaphore {
  let free = Math.max(1, Math.floor(slots));
  const waiting = new Set<() => void>();

  const handOut = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  };
  const releaser = () => {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      handOut();
    };
  };

  return {
    async acquire(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return releaser();
      }
      return new Promise((resolve, reject) => {
        const take = () => {
          waiting.delete(take);
          ignoreAbort();
          resolve(releaser());
        };
        waiting.add(take);
        const ignoreAbort = onAbort(signal, () => {
          waiting.delete(take);
          reject(signal.reason as Error);
        });
      });
    },
  };
}
