import type { Json } from '@sluice/contracts';

/** A key, in quotes where it needs them. */
export function tomlKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : tomlText(key);
}

/** A text in double quotes: the escapes of JSON are those of TOML, but for U+007F. */
function tomlText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}

/** A value on one line; objects become inline tables, and `null`, which TOML has not, is left out. */
function tomlValue(value: Json): string {
  if (typeof value === 'string') return tomlText(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (isList(value)) return `[${value.filter(isSomething).map(tomlValue).join(', ')}]`;
  const pairs = tomlPairs(value);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

/** The keys of an object as `key = value`. */
export function tomlPairs(object: { readonly [key: string]: Json }): readonly string[] {
  return Object.entries(object)
    .filter(([, value]) => isSomething(value))
    .map(([key, value]) => `${tomlKey(key)} = ${tomlValue(value)}`);
}

function isSomething(value: Json): boolean {
  return value !== null;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
