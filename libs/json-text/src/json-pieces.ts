import { isJsonLonger } from './is-json-longer.js';
import type { JsonValue } from './json-value.js';
import { printJson } from './print-json.js';
import { textPieces } from './text-pieces.js';

/** Printed at once, in UTF-16 code units, as far as can be told before: a millisecond. */
const pieceLength = 262_144;

/**
 * The JSON text of a value in pieces, each ready within a millisecond or two: whoever prints 100 MB can serve others
 * meanwhile, and never needs all of the text. Joined they are what {@link printJson} gives. A value below 256 kB is one piece.
 *
 * @throws RangeError when the value is nested deeper than the stack
 * @example [...jsonPieces({ id: 2n ** 64n })].join('') // '{"id":18446744073709551616}'
 */
export function* jsonPieces(value: JsonValue): Generator<string> {
  if (!isJsonLonger(value, pieceLength)) yield printJson(value);
  else if (typeof value === 'string') yield* stringPieces(value);
  else if (typeof value === 'object' && value !== null) yield* memberPieces(value);
}

/** Short texts one after the other are gathered into pieces of some length. */
function* memberPieces(
  value: Exclude<JsonValue, null | boolean | number | bigint | string>,
): Generator<string> {
  const isList = Array.isArray(value);
  let text = isList ? '[' : '{';
  let isFirst = true;
  for (const [key, member] of membersOf(value)) {
    // As in JSON.stringify: undefined is nothing in an object, and null in a list.
    if (member === undefined && !isList) continue;
    text += `${isFirst ? '' : ','}${isList ? '' : `${JSON.stringify(key)}:`}`;
    isFirst = false;
    if (isJsonLonger(member ?? null, pieceLength)) {
      yield text;
      yield* jsonPieces(member as JsonValue);
      text = '';
    } else text += printJson(member ?? null);
    if (text.length < pieceLength) continue;
    yield text;
    text = '';
  }
  yield `${text}${isList ? ']' : '}'}`;
}

function* membersOf(
  value: readonly JsonValue[] | { readonly [key: string]: JsonValue },
): Generator<readonly [string | number, JsonValue | undefined]> {
  if (Array.isArray(value)) yield* (value as readonly JsonValue[]).entries();
  else for (const key of Object.keys(value)) yield [key, (value as Record<string, JsonValue>)[key]];
}

function* stringPieces(text: string): Generator<string> {
  yield '"';
  for (const piece of textPieces(text, pieceLength)) yield JSON.stringify(piece).slice(1, -1);
  yield '"';
}
