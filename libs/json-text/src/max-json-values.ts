/**
 * Values of one JSON text that are parsed: what is parsed must neither keep a process from its other work for
 * long nor fill its memory. Measured: records take 0.3 µs a value, keys that are all new (which count as four) 1 to 2 µs,
 * empty objects 56 bytes.
 */
const minValues = 1_000_000;

/** Larger limits allow for more values: that is one to so many bytes. */
const bytesPerValue = 64;

/**
 * How many values a JSON text from a peer may hold, given the largest that a value may be, in bytes.
 *
 * @example maxJsonValues(104_857_600) // 1_638_400
 */
export function maxJsonValues(maxValueBytes: number): number {
  return Math.max(minValues, Math.floor(maxValueBytes / bytesPerValue));
}
