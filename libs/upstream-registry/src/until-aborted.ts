import { onAbort } from '@sluice/contracts';

/**
 * The promise's outcome, or the signal's reason as soon as it is aborted. What the promise does after
 * that is nobody's business.
 */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const ignoreAbort = onAbort(signal, () => reject(signal.reason as Error));
    promise.then(resolve, reject).finally(ignoreAbort);
  });
}
