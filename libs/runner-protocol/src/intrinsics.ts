/**
 * The built-ins this room uses, taken when the module is loaded. In a runner the program comes
 * later and may patch or delete any of them (`JSON.stringify = …`); what is read here stays what it
 * was. So the code of the wire avoids methods, spread and `for … of` on what a program can reach.
 * This is for correctness of honest programs and clear errors; the walls are the host's checks.
 */

/** A method as a function that takes its receiver first. */
export function uncurryThis<This, Args extends unknown[], Result>(
  method: (this: This, ...args: Args) => Result,
): (receiver: This, ...args: Args) => Result {
  return bindCall(method) as (receiver: This, ...args: Args) => Result;
}

const bindCall = Function.prototype.bind.bind(Function.prototype.call) as (
  method: unknown,
) => unknown;

const typedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array;

function getterOf<Value>(prototype: object, key: PropertyKey): (receiver: object) => Value {
  const get = Object.getOwnPropertyDescriptor(prototype, key)?.get;
  return uncurryThis(get as (this: object) => Value);
}

export const { parse: jsonParse, stringify: jsonStringify } = JSON;
export const { isArray } = Array;
export const { is: isSame, keys: keysOf, getPrototypeOf, defineProperty, create, freeze } = Object;
export const { apply, ownKeys } = Reflect;
export const { isInteger, isSafeInteger, isFinite: isFiniteNumber } = Number;
export const { isView } = ArrayBuffer;
export const toText = String;
export const toBigInt = BigInt;
export const bytesClass = Uint8Array;
export const mapClass = Map;
export const setClass = Set;
export const promiseClass = Promise;
export const objectPrototype: object = Object.prototype;
export const arrayPrototype: object = Array.prototype;
export const isPrototypeOf = uncurryThis(Object.prototype.isPrototypeOf);
export const hasOwn: (target: object, key: PropertyKey) => boolean = Object.hasOwn;

export const stringSlice = uncurryThis(String.prototype.slice);
export const stringIndexOf = uncurryThis(String.prototype.indexOf);
export const stringLastIndexOf = uncurryThis(String.prototype.lastIndexOf);
export const stringStartsWith = uncurryThis(String.prototype.startsWith);
export const charCodeAt = uncurryThis(String.prototype.charCodeAt);
export const regExpExec = uncurryThis(RegExp.prototype.exec);
export const bigIntToString = uncurryThis(BigInt.prototype.toString);

export const mapGet = uncurryThis(Map.prototype.get) as <K, V>(
  map: ReadonlyMap<K, V>,
  key: K,
) => V | undefined;
export const mapSet = uncurryThis(Map.prototype.set) as <K, V>(
  map: Map<K, V>,
  key: K,
  value: V,
) => void;
export const mapHas = uncurryThis(Map.prototype.has) as <K>(
  map: ReadonlyMap<K, unknown>,
  key: K,
) => boolean;
export const mapDelete = uncurryThis(Map.prototype.delete) as <K>(
  map: Map<K, unknown>,
  key: K,
) => boolean;
export const mapForEach = uncurryThis(Map.prototype.forEach) as <K, V>(
  map: ReadonlyMap<K, V>,
  visit: (value: V, key: K) => void,
) => void;
export const setHas = uncurryThis(Set.prototype.has) as <T>(
  set: ReadonlySet<T>,
  value: T,
) => boolean;
export const setAdd = uncurryThis(Set.prototype.add) as <T>(set: Set<T>, value: T) => void;
export const setForEach = uncurryThis(Set.prototype.forEach) as <T>(
  set: ReadonlySet<T>,
  visit: (value: T) => void,
) => void;

export const dateGetTime = uncurryThis(Date.prototype.getTime);
export const dateToIso = uncurryThis(Date.prototype.toISOString);
export const regExpSource = getterOf<string>(RegExp.prototype, 'source');
export const regExpFlags = getterOf<string>(RegExp.prototype, 'flags');
export const symbolDescription = getterOf<string | undefined>(Symbol.prototype, 'description') as (
  receiver: unknown,
) => string | undefined;

export const bytesSet = uncurryThis(typedArrayPrototype.set) as (
  target: Uint8Array,
  source: Uint8Array,
  offset: number,
) => void;
export const bytesSubarray = uncurryThis(typedArrayPrototype.subarray) as (
  source: Uint8Array,
  start: number,
  end: number,
) => Uint8Array;
/** A copy, in a buffer of its own length; unlike `slice()` it asks no class of the program's for one. */
export const copyBytes = (source: Uint8Array): Uint8Array<ArrayBuffer> => {
  const copy = new bytesClass(source.length);
  bytesSet(copy, source, 0);
  return copy;
};
/** `Uint8Array`, `BigInt64Array` …; undefined for what is no typed array. */
export const typedArrayName = getterOf<string | undefined>(typedArrayPrototype, Symbol.toStringTag);
export const typedArrayBuffer = getterOf<ArrayBuffer>(typedArrayPrototype, 'buffer');
export const typedArrayOffset = getterOf<number>(typedArrayPrototype, 'byteOffset');
export const typedArrayByteLength = getterOf<number>(typedArrayPrototype, 'byteLength');
export const dataViewBuffer = getterOf<ArrayBuffer>(DataView.prototype, 'buffer');
export const dataViewOffset = getterOf<number>(DataView.prototype, 'byteOffset');
export const dataViewByteLength = getterOf<number>(DataView.prototype, 'byteLength');

const { setPrototypeOf } = Object;

/**
 * An empty list for what is added by index: `list[list.length] = thing`. On an ordinary array that would
 * run a setter that a program gave `Array.prototype` or `Object.prototype` for the index. It has no methods.
 */
export const newList = <T>(): T[] => setPrototypeOf([], null) as T[];

const encoder = new TextEncoder();
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const quickDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encodeWith = uncurryThis(TextEncoder.prototype.encode);
const encodeIntoWith = uncurryThis(TextEncoder.prototype.encodeInto);
const decodeWith = uncurryThis(TextDecoder.prototype.decode);

/** The text in UTF-8. */
export const encodeText = (text: string): Uint8Array => encodeWith(encoder, text);
/** Writes the text in UTF-8 into `target` and returns the bytes written. */
export const encodeTextInto = (text: string, target: Uint8Array): number =>
  encodeIntoWith(encoder, text, target).written;
/** What a decoder puts in the place of bytes that are not UTF-8. */
const replacement = '\ufffd';
/**
 * The text of UTF-8 bytes. Strictly only where something was replaced, or may have been: Deno's strict decoder takes four
 * times as long, and twice the memory for a text that is all ASCII (2.9.6).
 *
 * @throws TypeError when they are not UTF-8.
 */
export const decodeText = (bytes: Uint8Array): string => {
  const text = decodeWith(quickDecoder, bytes);
  return stringIndexOf(text, replacement) < 0 ? text : decodeWith(strictDecoder, bytes);
};
