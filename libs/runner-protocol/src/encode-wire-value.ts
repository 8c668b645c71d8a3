import { maxIntegerDigits } from '@sluice/json-text';
import { encodePlainValue } from './encode-plain-value.js';
import { encodeSpecialValue } from './encode-special-value.js';
import { errorMessage } from './error-message.js';
import * as built from './intrinsics.js';
import { isLongNumber } from './is-long-number.js';
import { maxDepth, tooLarge } from './wire-limits.js';
import type { WireOptions } from './wire-limits.js';
import { WirePen } from './wire-pen.js';
import { isTagLike } from './wire-tag.js';
import { WireValueError } from './wire-value-error.js';

/** What {@link encodeWireValue} takes. */
export interface EncodeOptions extends WireOptions {
  /** What the promises inside the value became; see `settlePromises`. */
  readonly settled?: ReadonlyMap<object, unknown>;
}

/**
 * The wire text of any JavaScript value: JSON, with integers beyond ±(2^53 − 1) in all their digits and, in
 * `result` mode, tag objects for what JSON lacks. People and models read this text, too.
 *
 * | value | text in `result` mode |
 * |---|---|
 * | `undefined` | `{"$type":"undefined"}` |
 * | `10n` | `{"$type":"bigint","value":"10"}` |
 * | `NaN`, `-0`, `Infinity` | `{"$type":"number","value":"NaN"}` … |
 * | `Date` | `{"$type":"Date","value":"1970-01-01T00:00:00.000Z"}`, `null` for an invalid one |
 * | `Map`, `Set` | `{"$type":"Map","value":[[k,v],…]}`, `{"$type":"Set","value":[v,…]}` |
 * | `RegExp` | `{"$type":"RegExp","value":"/a+/g"}` |
 * | `Error` | `{"$type":"Error","name":"TypeError","message":"…","code":"…"}` |
 * | bytes | `{"$type":"Uint8Array","base64":"…"}`, also other typed arrays, `ArrayBuffer`, `DataView` |
 * | function, symbol | `{"$type":"function","name":"f"}`, `{"$type":"symbol","description":"s"}` |
 * | a cycle | `{"$type":"circular","path":"$.a.b"}`: the path it leads back to |
 * | an object without JSON form | `{"$type":"object","class":"WeakMap"}` |
 *
 * In `arguments` mode the text is pure JSON: `Date` is its ISO text, undefined properties are
 * dropped, `bigint` is digits, and the rest of the table is an error with its path.
 *
 * @throws WireValueError `VALUE_UNSUPPORTED` with the path of what cannot be carried (a getter that
 *   throws, a promise that was not settled, nesting beyond 1000); `RESULT_TOO_LARGE`.
 * @example encodeWireValue({ n: 10n }, { mode: 'result', maxBytes: 1000 })
 * // '{"n":{"$type":"bigint","value":"10"}}'
 */
export function encodeWireValue(value: unknown, options: EncodeOptions): string {
  return encodePlainValue(value, options) ?? encodeCarefully(value, options);
}

function encodeCarefully(value: unknown, { settled, ...options }: EncodeOptions): string {
  const pen = new WirePen(options, (at, inner) => writeValue(at, inner, settled));
  try {
    writeValue(pen, value, settled);
    return pen.text;
  } catch (error) {
    if (error === pen.failure) throw error;
    throw new WireValueError(`Cannot read ${pen.path}: ${errorMessage(error)}`);
  }
}

type Settled = EncodeOptions['settled'];

function writeValue(pen: WirePen, value: unknown, settled: Settled): void {
  switch (typeof value) {
    case 'string':
      if (value.length > pen.options.maxBytes) pen.fail(tooLarge(pen.options));
      return pen.write(built.jsonStringify(value));
    case 'boolean':
      return pen.write(value ? 'true' : 'false');
    case 'number':
      return writeNumber(pen, value);
    case 'bigint':
      return writeBigInt(pen, value);
    case 'undefined':
      return pen.writeTag('undefined', '', 'undefined');
    case 'function':
      return pen.writeTag('function', `,"name":${nameOf(value)}`, 'a function');
    case 'symbol':
      return pen.writeTag('symbol', `,"description":${descriptionOf(value)}`, 'a symbol');
    case 'object':
      return value === null ? pen.write('null') : writeObject(pen, value, settled);
  }
}

function writeNumber(pen: WirePen, value: number): void {
  if (isLongNumber(value)) return pen.write(built.bigIntToString(built.toBigInt(value)));
  const isNegativeZero = value === 0 && 1 / value < 0;
  if (built.isFiniteNumber(value) && (!isNegativeZero || pen.isForArguments))
    return pen.write(`${value}`);
  const text = isNegativeZero ? '-0' : `${value}`;
  return pen.writeTag('number', `,"value":"${text}"`, text);
}

/** Beyond it nobody reads the number again; even to print it would take long. */
const maxBigInt = 10n ** BigInt(maxIntegerDigits);

function writeBigInt(pen: WirePen, value: bigint): void {
  if (value >= maxBigInt || value <= -maxBigInt)
    pen.fail(
      new WireValueError(`${pen.path} is a BigInt of more than ${maxIntegerDigits} digits`, {
        hint: 'Pass its digits as a text: value.toString().',
      }),
    );
  const digits = built.bigIntToString(value);
  const isLong = value > 9007199254740991n || value < -9007199254740991n;
  if (isLong || pen.isForArguments) return pen.write(digits);
  return pen.writeTag('bigint', `,"value":"${digits}"`, 'a BigInt');
}

function writeObject(pen: WirePen, value: object, settled: Settled): void {
  if (settled !== undefined && built.mapHas(settled, value))
    return writeValue(pen, built.mapGet(settled, value), settled);
  const cycle = pen.pathOfAncestor(value);
  if (cycle !== undefined)
    return pen.writeTag('circular', `,"path":${built.jsonStringify(cycle)}`, `a cycle to ${cycle}`);
  if (pen.depth === maxDepth) pen.fail(tooDeep(pen));
  pen.enter(value);
  if (built.isArray(value)) writeArray(pen, value, settled);
  else {
    const prototype = built.getPrototypeOf(value) as object | null;
    const isPlain = prototype === built.objectPrototype || prototype === null;
    if (isPlain) writeMembers(pen, value, settled);
    else if (!encodeSpecialValue(pen, value)) writeMembers(pen, value, settled, prototype);
  }
  return pen.leave();
}

function tooDeep(pen: WirePen): WireValueError {
  const what = pen.isForArguments ? `${pen.options.root ?? 'args'} is` : 'The value is';
  return new WireValueError(
    `${what} too deeply nested: ${maxDepth} levels are the most that is carried`,
    { hint: 'Flatten it inside the program.' },
  );
}

function writeArray(pen: WirePen, value: readonly unknown[], settled: Settled): void {
  pen.write('[');
  for (let index = 0; index < value.length; index += 1) {
    if (index > 0) pen.write(',');
    pen.at(index);
    const element = value[index];
    if (element === undefined && pen.isForArguments) pen.write('null');
    else writeValue(pen, element, settled);
  }
  pen.write(']');
}

/** An object by its own enumerable properties, or by its `toJSON`. `prototype` is that of a class instance. */
function writeMembers(
  pen: WirePen,
  value: object,
  settled: Settled,
  prototype?: object | null,
): void {
  const record = value as Record<string, unknown>;
  const toJson = record['toJSON'];
  if (typeof toJson === 'function')
    return writeJsonForm(pen, value, toJson as () => unknown, settled);
  const keys = built.keysOf(record);
  if (keys.length === 0 && prototype) return writeOpaque(pen, prototype);
  let count = 0;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    pen.at(key);
    const member = record[key];
    if (member === undefined && pen.isForArguments) continue;
    const name = isTagLike(key) && !pen.isForArguments ? `$${key}` : key;
    pen.write(`${count === 0 ? '{' : ','}${built.jsonStringify(name)}:`);
    count += 1;
    writeValue(pen, member, settled);
  }
  return pen.write(count === 0 ? '{}' : '}');
}

function writeJsonForm(pen: WirePen, value: object, toJson: () => unknown, settled: Settled): void {
  const form = callToJson(pen, value, toJson);
  if (form === value)
    pen.fail(new WireValueError(`Cannot read ${pen.path}: its toJSON() returns itself`));
  writeValue(pen, form, settled);
}

function callToJson(pen: WirePen, value: object, toJson: () => unknown): unknown {
  try {
    return built.apply(toJson, value, ['']);
  } catch (error) {
    return pen.fail(
      new WireValueError(`Cannot read ${pen.path}: its toJSON() threw: ${errorMessage(error)}`),
    );
  }
}

/** A class instance without a property to show: its class is said, never just `{}`. */
function writeOpaque(pen: WirePen, prototype: object): void {
  const name = nameOf((prototype as { constructor?: unknown }).constructor);
  pen.writeTag('object', `,"class":${name}`, `an object of the class ${name}`);
}

/** The name of a function or class as JSON text; the name may be a getter that throws. */
function nameOf(value: unknown): string {
  try {
    const { name } = value as { name?: unknown };
    return built.jsonStringify(typeof name === 'string' ? name : '');
  } catch {
    return '""';
  }
}

function descriptionOf(symbol: symbol): string {
  return built.jsonStringify(built.symbolDescription(symbol) ?? '');
}
