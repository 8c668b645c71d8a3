import { intrinsics } from '@sluice/runner-protocol';

/**
 * Where failed calls were made. The error of a call is made when its reply arrives; when nobody was
 * awaiting it right then, its own stack shows nothing of the program, and this one does.
 */
const callSites: WeakMap<object, Error> = new WeakMap();
const get = intrinsics.uncurryThis(WeakMap.prototype.get) as (
  map: WeakMap<object, Error>,
  key: object,
) => Error | undefined;
const set = intrinsics.uncurryThis(WeakMap.prototype.set) as (
  map: WeakMap<object, Error>,
  key: object,
  value: Error,
) => unknown;

/** Remembers where the call was made that failed with `error`. Returns `error`. */
export function keepCallSite(error: unknown, callSite: Error): unknown {
  if (typeof error === 'object' && error !== null) set(callSites, error, callSite);
  return error;
}

/** The error made where the call was made; undefined when `error` is not of a call. */
export function callSiteOf(error: object): Error | undefined {
  return get(callSites, error);
}
