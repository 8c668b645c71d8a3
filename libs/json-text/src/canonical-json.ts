import type { JsonValue } from './json-value.js';
import { printJson } from './print-json.js';

/**
 * The one JSON text of a value, whatever the order of its keys: members sorted by UTF-16 code unit, no
 * spaces. Two values with the same text are sent as the same JSON.
 *
 * @throws RangeError when the value is nested deeper than the stack.
 * @example canonicalJson({ b: 1, a: [2n ** 64n] }) // '{"a":[18446744073709551616],"b":1}'
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return printJson(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
