import { SluiceError } from '@sluice/contracts';
import { countJsonValues } from '@sluice/json-text';

/** What to do about too many values. */
export const fewerValuesHint =
  'Ask the tool for less at a time; results.maxResultBytes allows one value for every 64 bytes, and at least a million.';

/**
 * How many values JSON text in UTF-8 holds, counted only where they could be more than `maxValues`; else 0.
 * It is values, not bytes, that parsing takes time and memory for: 33 MB of `[[],[],…` are eleven million of
 * them, and hold a process up for seconds.
 */
export function countWhereMany(bytes: Uint8Array, maxValues: number): number {
  // A value takes a byte at least.
  if (bytes.length <= maxValues) return 0;
  return countJsonValues(bytes, Number.POSITIVE_INFINITY) as number;
}

/** The failure of a message that holds more values than are taken, in words that go after a colon. */
export function tooManyValues(values: number, maxValues: number): SluiceError {
  return new SluiceError(
    'RESULT_TOO_LARGE',
    `the upstream sent JSON of ${values} values; at most ${maxValues} are taken`,
    { hint: fewerValuesHint },
  );
}
