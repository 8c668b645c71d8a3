import { decodeBase64 } from './base64.js';
import * as built from './intrinsics.js';
import { isTagLike, tagKey } from './wire-tag.js';
import type { WireMarker } from './wire-tag.js';

/**
 * The values that wire text stands for, once it is parsed: the inverse of `encodeWireValue` in `result` mode. Functions,
 * symbols, cycles and opaque objects come back as a {@link WireMarker}; an unknown tag stays the object it is. Changes
 * the arrays that it is given.
 *
 * @example reviveWireValue({ $type: 'Map', value: [['a', 1]] }) // Map { 'a' => 1 }
 */
export function reviveWireValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (built.isArray(value)) {
    const list = value as unknown[];
    for (let index = 0; index < list.length; index += 1) list[index] = reviveWireValue(list[index]);
    return list;
  }
  const record = value as Record<string, unknown>;
  if (built.hasOwn(record, tagKey) && typeof record[tagKey] === 'string')
    return reviveTag(record[tagKey], record);
  return reviveMembers(record);
}

function reviveMembers(record: Record<string, unknown>): Record<string, unknown> {
  const revived: Record<string, unknown> = {};
  const keys = built.keysOf(record);
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    const name = isTagLike(key) && key !== tagKey ? built.stringSlice(key, 1) : key;
    // Defined, not assigned: `__proto__` is a key like any other.
    built.defineProperty(revived, name, {
      value: reviveWireValue(record[key]),
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return revived;
}

function reviveTag(type: string, record: Record<string, unknown>): unknown {
  const { value } = record;
  switch (type) {
    case 'undefined':
      return undefined;
    case 'bigint':
      return isDigits(value) ? built.toBigInt(value) : record;
    case 'number':
      return value === '-0' ? -0 : Number(value);
    case 'Date':
      return new Date(typeof value === 'string' ? value : Number.NaN);
    case 'Map':
      return isEntries(value)
        ? new built.mapClass(reviveWireValue(value) as [unknown, unknown][])
        : record;
    case 'Set':
      return built.isArray(value)
        ? new built.setClass(reviveWireValue(value) as unknown[])
        : record;
    case 'RegExp':
      return reviveRegExp(value) ?? record;
    case 'Error':
      return reviveError(record);
    case 'function':
      return marker('function', record['name']);
    case 'symbol':
      return marker('symbol', record['description']);
    case 'circular':
      return marker('circular', record['path']);
    case 'object':
      return marker('object', record['class']);
    default:
      return reviveBytes(type, record['base64']) ?? reviveMembers(record);
  }
}

function marker(kind: WireMarker['marker'], detail: unknown): WireMarker {
  return { marker: kind, detail: typeof detail === 'string' ? detail : '' };
}

function isDigits(value: unknown): value is string {
  return typeof value === 'string' && built.regExpExec(/^-?\d+$/, value) !== null;
}

function isEntries(value: unknown): boolean {
  return (
    built.isArray(value) &&
    value.every((entry: unknown) => built.isArray(entry) && entry.length === 2)
  );
}

function reviveRegExp(value: unknown): RegExp | undefined {
  if (typeof value !== 'string') return undefined;
  const end = built.stringLastIndexOf(value, '/');
  try {
    return new RegExp(built.stringSlice(value, 1, end), built.stringSlice(value, end + 1));
  } catch {
    return undefined;
  }
}

function reviveError(record: Record<string, unknown>): Error {
  const { name, message, code } = record;
  const error = new Error(typeof message === 'string' ? message : '');
  // Plain text only: no stack of ours is part of the value.
  built.defineProperty(error, 'stack', { value: undefined, configurable: true, writable: true });
  error.name = typeof name === 'string' ? name : 'Error';
  return typeof code === 'string' ? Object.assign(error, { code }) : error;
}

type BytesClass = new (buffer: ArrayBuffer) => unknown;

const bytesClasses: ReadonlyMap<string, BytesClass> = new Map<string, BytesClass>([
  ['Uint8Array', Uint8Array],
  ['Int8Array', Int8Array],
  ['Uint8ClampedArray', Uint8ClampedArray],
  ['Uint16Array', Uint16Array],
  ['Int16Array', Int16Array],
  ['Uint32Array', Uint32Array],
  ['Int32Array', Int32Array],
  ['Float32Array', Float32Array],
  ['Float64Array', Float64Array],
  ['BigUint64Array', BigUint64Array],
  ['BigInt64Array', BigInt64Array],
  ['DataView', DataView],
]);

function reviveBytes(type: string, base64: unknown): unknown {
  if (typeof base64 !== 'string') return undefined;
  const { buffer } = decodeBase64(base64) as Uint8Array<ArrayBuffer>;
  if (type === 'ArrayBuffer') return buffer;
  const BytesClass = bytesClasses.get(type);
  try {
    return BytesClass === undefined ? undefined : new BytesClass(buffer);
  } catch {
    return undefined;
  }
}
