import { UnknownValue } from './unknown-value.js';

/** The types of JSON Schema, and what belongs to each. Integers of any size are integers. */
export const JSON_TYPES: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['string', (value: unknown) => typeof value === 'string'],
  ['number', (value: unknown) => typeof value === 'number' || typeof value === 'bigint'],
  ['integer', (value: unknown) => typeof value === 'bigint' || Number.isInteger(value)],
  ['boolean', (value: unknown) => typeof value === 'boolean'],
  ['null', (value: unknown) => value === null],
  ['array', (value: unknown) => Array.isArray(value)],
  [
    'object',
    (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  ],
]);

/** What a value is, in words that show nothing of it but short numbers. */
export function kindOf(value: unknown): string {
  if (value instanceof UnknownValue) return String(value);
  if (value === undefined) return 'undefined';
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value).slice(0, 24);
  if (typeof value === 'string') return value === '' ? 'an empty string' : 'a string';
  return Array.isArray(value) ? 'an array' : 'an object';
}
