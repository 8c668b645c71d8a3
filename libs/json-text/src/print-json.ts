import type { JsonValue } from './json-value.js';

/**
 * Prints a value as JSON text; `bigint` as bare digits. Without a `bigint` it costs what
 * `JSON.stringify` costs.
 *
 * @param indent spaces per level; 0 for one line. @default 0
 * @throws RangeError when a value with a `bigint` is nested deeper than the stack.
 * @example printJson({ id: 12345678901234567890n }) // '{"id":12345678901234567890}'
 */
export function printJson(value: JsonValue, indent = 0): string {
  try {
    return JSON.stringify(value, undefined, indent);
  } catch (error) {
    if (!(error instanceof TypeError) || !holdsBigInt(value)) throw error;
    return print(value, ' '.repeat(indent), '\n');
  }
}

function holdsBigInt(value: JsonValue): boolean {
  if (typeof value === 'bigint') return true;
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsBigInt);
}

function print(value: JsonValue, indent: string, lineStart: string): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = lineStart + indent;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const items = Array.isArray(value)
    ? value.map((item: JsonValue) => print(item, indent, inner))
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(
          ([key, item]) => `${JSON.stringify(key)}:${indent && ' '}${print(item, indent, inner)}`,
        );
  if (items.length === 0) return `${open}${close}`;
  return indent
    ? `${open}${inner}${items.join(`,${inner}`)}${lineStart}${close}`
    : `${open}${items.join(',')}${close}`;
}
