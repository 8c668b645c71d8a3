import { jsonPieces } from './json-pieces.js';
import type { JsonValue } from './json-value.js';
import { utf8Length } from './utf8-length.js';

/**
 * UTF-8 bytes of the text that `printJson` makes of a value. Printed in pieces: of an argument of 100 MB no copy is made
 * to know its size.
 *
 * @throws RangeError when the value is nested deeper than the stack
 * @example jsonLength({ name: 'é' }) // 13
 */
export function jsonLength(value: JsonValue): number {
  let bytes = 0;
  for (const piece of jsonPieces(value)) bytes += utf8Length(piece);
  return bytes;
}
