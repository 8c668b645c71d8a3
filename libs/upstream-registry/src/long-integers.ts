import { randomBytes } from 'node:crypto';
import { hasLongDigits, parseJson } from '@sluice/json-text';

/** Carries `bigint` values through an SDK that reads with `JSON.parse` and prints with `JSON.stringify`. */
export interface LongIntegers {
  /** The value with each `bigint` as a marked text; the same object where there is none. */
  mark<T>(value: T): T;
  /** Printed JSON with marked texts as bare digits. */
  unmarkText(json: string): string;
  /** {@link mark} of a value that comes in: {@link unmark} looks for marks from then on. */
  markInput<T>(value: T): T;
  /** JSON with its long integers as marked texts; undefined where there are none, or it is not JSON. */
  markText(json: string): string | undefined;
  /** A value with its marked texts as `bigint` again. */
  unmark<T>(value: T): T;
}

/** Makes a carrier whose mark is random, so that no data can contain it. */
export function createLongIntegers(): LongIntegers {
  const tag = `long-${randomBytes(16).toString('hex')}:`;
  const marked = new RegExp(`"${tag}(-?\\d+)"`, 'g');
  const toText = (value: unknown) => (typeof value === 'bigint' ? `${tag}${value}` : value);
  const toInteger = (value: unknown) =>
    typeof value === 'string' && value.startsWith(tag) ? BigInt(value.slice(tag.length)) : value;
  let hasMarkedInput = false;

  const mark = <T>(value: T): T => (holdsBigInt(value) ? (mapLeaves(value, toText) as T) : value);
  const markInput = <T>(value: T): T => {
    const marked = mark(value);
    if (marked !== value) hasMarkedInput = true;
    return marked;
  };
  return {
    mark,
    markInput,
    unmarkText: (json) => (json.includes(tag) ? json.replace(marked, '$1') : json),
    markText(json) {
      if (!hasLongDigits(json)) return undefined;
      try {
        const value = parseJson(json);
        const marked = markInput(value);
        return marked === value ? undefined : JSON.stringify(marked);
      } catch {
        return undefined;
      }
    },
    unmark: <T>(value: T): T => (hasMarkedInput ? (mapLeaves(value, toInteger) as T) : value),
  };
}

function holdsBigInt(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBigInt);
}

function mapLeaves(value: unknown, change: (leaf: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return change(value);
  if (Array.isArray(value)) return value.map((item) => mapLeaves(item, change));
  // `fromEntries` defines own properties, `__proto__` included.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapLeaves(item, change)]),
  );
}
