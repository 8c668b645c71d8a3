import {
  arrayPrototype,
  getPrototypeOf,
  isArray,
  isFiniteNumber,
  jsonStringify,
  keysOf,
  objectPrototype,
} from './intrinsics.js';
import { isLongNumber } from './is-long-number.js';
import { isTagLike } from './wire-tag.js';
import { maxDepth, tooLarge } from './wire-limits.js';
import type { WireOptions } from './wire-limits.js';

/**
 * The JSON text of a value that is plain all through (objects, dense arrays, strings, finite
 * numbers, booleans, null) or undefined when it is not. Most values are, and so cost one walk and
 * the native `JSON.stringify`.
 *
 * @throws WireValueError `RESULT_TOO_LARGE` when the text would exceed `maxBytes`.
 */
export function encodePlainValue(value: unknown, options: WireOptions): string | undefined {
  const walk: Walk = { options, left: options.maxBytes };
  try {
    return hasNoToJson() && isPlain(value, walk, 0) ? jsonStringify(value) : undefined;
  } catch (error) {
    if (error === walk.stop) throw tooLarge(options);
    // A getter or a trap threw: the careful encoder says where.
    return undefined;
  }
}

interface Walk {
  readonly options: WireOptions;
  /** Bytes that the text may still take, at the least that the rest can need. */
  left: number;
  stop?: object;
}

function isPlain(value: unknown, walk: Walk, depth: number): boolean {
  switch (typeof value) {
    case 'string':
      spend(walk, value.length + 2);
      return true;
    case 'boolean':
      spend(walk, 4);
      return true;
    case 'number':
      spend(walk, 1);
      return isFiniteNumber(value) && (value !== 0 || 1 / value > 0) && !isLongNumber(value);
    case 'object':
      spend(walk, 2);
      if (value === null) return true;
      if (depth === maxDepth) return false;
      return isArray(value)
        ? isPlainArray(value, walk, depth)
        : isPlainObject(value as Record<string, unknown>, walk, depth);
    default:
      return false;
  }
}

function isPlainArray(value: readonly unknown[], walk: Walk, depth: number): boolean {
  if (getPrototypeOf(value) !== arrayPrototype) return false;
  const { length } = value;
  spend(walk, length);
  for (let index = 0; index < length; index += 1)
    if (!isPlain(value[index], walk, depth + 1)) return false;
  return true;
}

function isPlainObject(value: Record<string, unknown>, walk: Walk, depth: number): boolean {
  const prototype: unknown = getPrototypeOf(value);
  if (prototype !== objectPrototype && prototype !== null) return false;
  const keys = keysOf(value);
  const mustEscape = walk.options.mode === 'result';
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] as string;
    if (key === 'toJSON' || (mustEscape && key[0] === '$' && isTagLike(key))) return false;
    spend(walk, key.length + 4);
    if (!isPlain(value[key], walk, depth + 1)) return false;
  }
  return true;
}

/** A non-enumerable own `toJSON` escapes the walk; then `JSON.stringify` honours it, as it would for anyone. */
function hasNoToJson(): boolean {
  return !('toJSON' in objectPrototype) && !('toJSON' in arrayPrototype);
}

function spend(walk: Walk, bytes: number): void {
  walk.left -= bytes;
  if (walk.left >= 0) return;
  walk.stop = {};
  throw walk.stop;
}
