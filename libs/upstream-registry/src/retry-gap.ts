/** Gaps between automatic attempts, in milliseconds: about seven starts in the first minute. */
const gaps = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 300_000, 300_000, 300_000];

/**
 * How long to wait before the next automatic attempt.
 *
 * @param failures failed attempts in a row, from 1
 * @returns milliseconds; `undefined` when it rests until somebody asks for it
 */
export function retryGapMs(failures: number): number | undefined {
  return gaps[failures - 1];
}
