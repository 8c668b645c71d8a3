import * as built from './intrinsics.js';
import { maxDepth } from './wire-limits.js';

const promisePrototype = Promise.prototype;
const mapPrototype = Map.prototype;
const setPrototype = Set.prototype;
const { isPrototypeOf: isInstance } = built;
const then = built.uncurryThis(Promise.prototype.then);

/**
 * The promises inside a value (in plain objects, arrays, maps and sets), without those in `settled`;
 * inside what those became, further ones are found too. The value itself may be one.
 */
export function findPromises(
  value: unknown,
  settled: ReadonlyMap<object, unknown> = new built.mapClass(),
): readonly Promise<unknown>[] {
  const search: Search = {
    found: built.newList(),
    seen: new built.setClass(),
    settled,
    isTooDeep: false,
  };
  visit(search, value, 0);
  return search.found;
}

/**
 * Awaits the promises inside a value and returns what each became, for `encodeWireValue`'s `settled`.
 * The value is not changed.
 *
 * @throws whatever the first promise that rejects rejects with.
 */
export async function settlePromises(value: unknown): Promise<ReadonlyMap<object, unknown>> {
  const settled = new built.mapClass<object, unknown>();
  for (;;) {
    const found = findPromises(value, settled);
    if (found.length === 0) return settled;
    // All are watched at once: one that rejects while another is awaited is not "unhandled".
    for (let index = 0; index < found.length; index += 1)
      void then(found[index] as Promise<unknown>, undefined, () => undefined);
    for (let index = 0; index < found.length; index += 1) {
      const promise = found[index] as Promise<unknown>;
      built.mapSet(settled, promise, await promise);
    }
  }
}

interface Search {
  readonly found: Promise<unknown>[];
  readonly seen: Set<object>;
  readonly settled: ReadonlyMap<object, unknown>;
  /** The value cannot be carried anyway; the encoder will say so. A proxy can be endless in breadth, too. */
  isTooDeep: boolean;
}

function visit(search: Search, value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null || search.isTooDeep) return;
  if (depth > maxDepth) {
    search.isTooDeep = true;
    return;
  }
  if (built.setHas(search.seen, value)) return;
  built.setAdd(search.seen, value);
  try {
    visitObject(search, value, depth);
  } catch {
    // A getter or a trap threw: the encoder meets it again and says where.
  }
}

function visitObject(search: Search, value: object, depth: number): void {
  const next = depth + 1;
  if (isInstance(promisePrototype, value)) {
    if (built.mapHas(search.settled, value))
      return visit(search, built.mapGet(search.settled, value), next);
    search.found[search.found.length] = value as Promise<unknown>;
  } else if (built.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) visit(search, value[index], next);
  } else if (isInstance(mapPrototype, value)) {
    built.mapForEach(value as Map<unknown, unknown>, (member) => visit(search, member, next));
  } else if (isInstance(setPrototype, value)) {
    built.setForEach(value as Set<unknown>, (member) => visit(search, member, next));
  } else if (!built.isView(value)) {
    const keys = built.keysOf(value);
    for (let index = 0; index < keys.length; index += 1)
      visit(search, (value as Record<string, unknown>)[keys[index] as string], next);
  }
}
