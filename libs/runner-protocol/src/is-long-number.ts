/** 2^53 − 1: beyond it, neighbouring integers may be the same number. */
const maxSafe = 9007199254740991;

/** 2^64: ids, counters and timestamps in nanoseconds are below it; beyond are measurements. */
const maxWord = 18446744073709551616;

/**
 * Whether a number is an integer whose digits JavaScript would round in print: 725653563933458432 as
 * 725653563933458400. It goes out with the digits that it has, as an id copied from a result must.
 */
export function isLongNumber(value: number): boolean {
  return (value > maxSafe && value <= maxWord) || (value < -maxSafe && value >= -maxWord);
}
