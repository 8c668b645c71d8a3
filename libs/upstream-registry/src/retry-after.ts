/** A server that wants a longer pause gets its refusal reported instead. */
const maxWaitMs = 30_000;

/**
 * The wait that a 429 or 503 asks for in `Retry-After` (RFC 9110 10.2.3: seconds or a date).
 *
 * @param nowMs milliseconds since 1970
 * @returns milliseconds; `undefined` without a usable header, or beyond 30 seconds
 */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined;
  const isSeconds = /^\s*\d+(?:\.\d+)?\s*$/.test(header);
  const waitMs = isSeconds ? Number(header) * 1000 : Date.parse(header) - nowMs;
  if (Number.isNaN(waitMs) || waitMs > maxWaitMs) return undefined;
  return Math.max(0, waitMs);
}
