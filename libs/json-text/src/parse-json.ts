import { maxIntegerDigits } from './max-integer-digits.js';
import { hasLongDigits } from './has-long-digits.js';
import type { JsonValue } from './json-value.js';

/**
 * Parses JSON text (RFC 8259) without losing digits: integers beyond ±(2^53 − 1) become `bigint`;
 * all else is what `JSON.parse` gives, an own `__proto__` key included. Text without sixteen digits
 * in a row takes the native path and costs what `JSON.parse` costs.
 *
 * @throws SyntaxError when the text is not JSON, has an integer of more than {@link maxIntegerDigits} digits, or is
 *   nested deeper than the stack when it holds long digits.
 * @example parseJson('{"id":12345678901234567890}') // { id: 12345678901234567890n }
 */
export function parseJson(text: string): JsonValue {
  if (!hasLongDigits(text)) return JSON.parse(text) as JsonValue;
  const reader: Reader = { text, at: 0 };
  try {
    const value = readValue(reader);
    skipSpace(reader);
    if (reader.at < text.length) throw unexpected(reader);
    return value;
  } catch (error) {
    if (error instanceof RangeError)
      throw new SyntaxError('The JSON text is nested too deeply', { cause: error });
    throw error;
  }
}

interface Reader {
  readonly text: string;
  at: number;
}

const literals = { t: ['true', true], f: ['false', false], n: ['null', null] } as const;
const numberToken = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const plainString = /"[^"\\\u0000-\u001f]*"/y;
const anyString = /"(?:[^"\\\u0000-\u001f]|\\.)*"/y;
const space = /[ \t\n\r]*/y;

function readValue(reader: Reader): JsonValue {
  skipSpace(reader);
  const first = reader.text[reader.at];
  switch (first) {
    case '{':
      return readObject(reader);
    case '[':
      return readArray(reader);
    case '"':
      return readString(reader);
    case 't':
    case 'f':
    case 'n': {
      const [word, value] = literals[first];
      if (!reader.text.startsWith(word, reader.at)) throw unexpected(reader);
      reader.at += word.length;
      return value;
    }
    default:
      return readNumber(reader);
  }
}

function readObject(reader: Reader): JsonValue {
  const object: Record<string, JsonValue> = {};
  reader.at += 1;
  if (takes(reader, '}')) return object;
  do {
    skipSpace(reader);
    const key = readString(reader);
    if (!takes(reader, ':')) throw unexpected(reader);
    setOwn(object, key, readValue(reader));
  } while (takes(reader, ','));
  if (!takes(reader, '}')) throw unexpected(reader);
  return object;
}

/** Assignment would call the prototype setter for `__proto__`. */
function setOwn(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else
    Object.defineProperty(object, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}

function readArray(reader: Reader): JsonValue {
  const array: JsonValue[] = [];
  reader.at += 1;
  if (takes(reader, ']')) return array;
  do array.push(readValue(reader));
  while (takes(reader, ','));
  if (!takes(reader, ']')) throw unexpected(reader);
  return array;
}

function readString(reader: Reader): string {
  const plain = match(reader, plainString);
  if (plain !== undefined) return plain.slice(1, -1);
  const escaped = match(reader, anyString);
  if (escaped === undefined) throw unexpected(reader);
  return JSON.parse(escaped) as string;
}

function readNumber(reader: Reader): JsonValue {
  const token = match(reader, numberToken);
  if (token === undefined) throw unexpected(reader);
  const value = Number(token);
  if (Number.isSafeInteger(value) || /[.eE]/.test(token)) return value;
  if (token.length > maxIntegerDigits + 1)
    throw new SyntaxError(
      `An integer in the JSON text has more than ${maxIntegerDigits} digits, at position ${reader.at - token.length}`,
    );
  return BigInt(token);
}

function match(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

function takes(reader: Reader, character: string): boolean {
  skipSpace(reader);
  if (reader.text[reader.at] !== character) return false;
  reader.at += 1;
  return true;
}

function skipSpace(reader: Reader): void {
  match(reader, space);
}

function unexpected({ text, at }: Reader): SyntaxError {
  return at >= text.length
    ? new SyntaxError('Unexpected end of JSON input')
    : new SyntaxError(`Unexpected character ${JSON.stringify(text[at])} in JSON at position ${at}`);
}
