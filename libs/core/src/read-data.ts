import type { Json } from '@sluice/contracts';

/** Deepest nesting of `data`, in levels: what a runner carries. */
const maxDepth = 1000;

/** 2^64: integers beyond it are measurements, not ids. */
const maxWord = 18446744073709551616;

/** `data` as it goes to the runner, or why it cannot. */
export type DataReading =
  | { readonly ok: true; readonly data: Json }
  | { readonly ok: false; readonly code: 'USAGE'; readonly message: string; readonly hint: string };

/**
 * Reads the `data` argument of a run. A long integer that a client's JSON brought as a number
 * becomes a `bigint` of the digits that the number has: printed as a number it would be another
 * (725653563933458432 prints as 725653563933458400).
 */
export function readData(data: Json | undefined): DataReading {
  try {
    return { ok: true, data: exact(data ?? null, 0) };
  } catch (error) {
    if (error !== tooDeep) throw error;
    return {
      ok: false,
      code: 'USAGE',
      message: `Cannot run the program: data is nested deeper than ${maxDepth} levels`,
      hint: 'Pass flatter data, or JSON text that the program parses.',
    };
  }
}

const tooDeep = new Error('data is nested too deeply');

function exact(value: Json, depth: number): Json {
  if (typeof value === 'number') return isLong(value) ? BigInt(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === maxDepth) throw tooDeep;
  if (Array.isArray(value)) return value.map((item: Json) => exact(item, depth + 1));
  // `fromEntries` defines own properties, `__proto__` included.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, exact(item, depth + 1)]),
  );
}

function isLong(value: number): boolean {
  return !Number.isSafeInteger(value) && Number.isInteger(value) && Math.abs(value) <= maxWord;
}
