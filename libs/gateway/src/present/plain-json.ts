import type { Json } from '@sluice/contracts';

/**
 * A value as the SDK can print it: integers beyond 2^53 are numbers, which lose digits. For schemas, and
 * where a client holds a result to one.
 */
export function plainJson(value: Json): Json {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => plainJson(item));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainJson(item)]));
}

/** Whether a value holds integers beyond 2^53. */
export function hasLongIntegers(value: Json): boolean {
  if (typeof value === 'bigint') return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(hasLongIntegers);
}
