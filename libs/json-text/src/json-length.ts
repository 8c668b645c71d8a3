import type { JsonValue } from './json-value.js';
import { isHighSurrogate, utf8Length } from './utf8-length.js';
import { printJson } from './print-json.js';

/** Printed at once, in UTF-16 code units. */
const pieceLength = 65_536;

/**
 * UTF-8 bytes of the text that {@link printJson} makes of a value. Long texts in it, or in the members of an object, are
 * printed in pieces: of an argument of 100 MB no copy is made to know its size.
 *
 * @throws RangeError when the value is nested deeper than the stack
 * @example jsonLength({ name: 'é' }) // 13
 */
export function jsonLength(value: JsonValue): number {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return lengthOf(value);
  let bytes = 2;
  let members = 0;
  for (const [key, member] of Object.entries(value) as [string, JsonValue | undefined][]) {
    if (member === undefined) continue;
    bytes += lengthOf(key) + 1 + lengthOf(member);
    members += 1;
  }
  return bytes + Math.max(0, members - 1);
}

function lengthOf(value: JsonValue): number {
  if (typeof value !== 'string' || value.length <= pieceLength) return utf8Length(printJson(value));
  let bytes = 2;
  for (let at = 0; at < value.length;) {
    let end = at + pieceLength;
    if (end < value.length && isHighSurrogate(value.charCodeAt(end - 1))) end -= 1;
    bytes += utf8Length(JSON.stringify(value.slice(at, end))) - 2;
    at = end;
  }
  return bytes;
}
