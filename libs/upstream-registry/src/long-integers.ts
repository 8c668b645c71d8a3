import { randomBytes } from 'node:crypto';

/** Carries `bigint` values through an SDK that prints with `JSON.stringify`. */
export interface LongIntegers {
  /** The value with each `bigint` as a marked text; the same object where there is none. */
  mark<T>(value: T): T;
  /** The printed text with the marked texts as bare digits. */
  unmark(text: string): string;
}

/** Makes a carrier whose mark is random, so that no data can contain it. */
export function createLongIntegers(): LongIntegers {
  const tag = `long-${randomBytes(16).toString('hex')}:`;
  const marked = new RegExp(`"${tag}(-?\\d+)"`, 'g');
  const walk = (value: unknown): unknown => {
    if (typeof value === 'bigint') return `${tag}${value}`;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(walk);
    const entries = Object.entries(value).map(([key, item]) => [key, walk(item)] as const);
    return Object.fromEntries(entries);
  };
  return {
    mark: <T>(value: T) => (holdsBigInt(value) ? (walk(value) as T) : value),
    unmark: (text) => (text.includes(tag) ? text.replace(marked, '$1') : text),
  };
}

function holdsBigInt(value: unknown): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBigInt);
}
