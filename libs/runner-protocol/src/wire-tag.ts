import { regExpExec } from './intrinsics.js';

/**
 * The key that marks a tag: an object in wire text that stands for what JSON cannot say.
 * User data with this key, or with more `$` before it, is written with one `$` more.
 */
export const tagKey = '$type';

const tagLike = /^\$+type$/;

/** Whether an own key of user data has to be escaped. */
export function isTagLike(key: string): boolean {
  return regExpExec(tagLike, key) !== null;
}

/**
 * What a function, a symbol, a cycle or an object without JSON form (a `WeakMap`, say) becomes when wire text is decoded:
 * there is no way back to the thing itself.
 */
export interface WireMarker {
  readonly marker: 'function' | 'symbol' | 'circular' | 'object';
  /** Name of the function or class, description of the symbol, path that the cycle leads to. */
  readonly detail: string;
}
