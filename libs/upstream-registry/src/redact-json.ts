import type { Json } from '@sluice/contracts';
import type { Redact } from './redact.js';

/** The value with every text in it redacted, keys too. It is nested no deeper than recursion goes. */
export function redactJson(value: Json, redact: Redact): Json {
  if (typeof value === 'string') return redact(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => redactJson(item, redact));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [redact(key), redactJson(item, redact)]),
  );
}
