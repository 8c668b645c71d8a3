import type { Json, JsonObject } from '@sluice/contracts';
import { foldText } from './fold-text.js';
import type { Inspection } from './inspection.js';
import { isAscii } from './is-ascii.js';

/** What stands at the end of a path. */
export type Field =
  | { readonly kind: 'value'; readonly value: Json }
  | { readonly kind: 'missing' }
  /** It cannot be told: a text stands where an object was expected, or there is too much to look at. */
  | { readonly kind: 'opaque' };

/** The fields that a path leads to. */
export interface Fields {
  readonly fields: readonly Field[];
  /**
   * Whether a key was written in another spelling than the path, alone or beside the right one: some
   * upstreams read keys whatever their case, so that it is open which of them counts.
   */
  readonly isDisputed: boolean;
}

/**
 * Follows a path through arguments: own keys of objects; a number is an index of a list, any other
 * key is looked for in each of its elements. `null` on the way is a missing field.
 */
export function fieldsAt(keys: readonly string[], inspection: Inspection): Fields {
  let fields: readonly Field[] = [{ kind: 'value', value: inspection.args }];
  let isDisputed = false;
  for (const key of keys) {
    const next: Field[] = [];
    for (const field of fields) {
      if (field.kind === 'value')
        isDisputed = step(field.value, key, next, inspection) || isDisputed;
      else next.push(field);
    }
    fields = next;
  }
  return { fields, isDisputed };
}

/** Adds what a key leads to; returns whether another spelling of it does so too. */
function step(value: Json, key: string, found: Field[], inspection: Inspection): boolean {
  if (value === null) found.push({ kind: 'missing' });
  else if (isList(value)) return stepIntoList(value, key, found, inspection);
  else if (typeof value === 'object') return stepIntoObject(value, key, found, inspection);
  else found.push({ kind: 'opaque' });
  return false;
}

function stepIntoList(
  list: readonly Json[],
  key: string,
  found: Field[],
  inspection: Inspection,
): boolean {
  if (isIndex.test(key)) {
    const item = Number(key) < list.length ? list[Number(key)] : undefined;
    found.push(item === undefined ? { kind: 'missing' } : { kind: 'value', value: item });
    return false;
  }
  if (list.length === 0) found.push({ kind: 'missing' });
  let isDisputed = false;
  for (const item of list) {
    if (!inspection.spend(itemUnits)) {
      found.push({ kind: 'opaque' });
      return isDisputed;
    }
    // A list directly within a list is not what the path describes.
    if (isList(item)) found.push({ kind: 'opaque' });
    else isDisputed = step(item, key, found, inspection) || isDisputed;
  }
  return isDisputed;
}

function stepIntoObject(
  object: JsonObject,
  key: string,
  found: Field[],
  inspection: Inspection,
): boolean {
  if (!inspection.spend(itemUnits)) {
    found.push({ kind: 'opaque' });
    return false;
  }
  const values: Json[] = [];
  let isDisputed = false;
  const isSameName = spellingTest(key);
  for (const name of Object.keys(object)) {
    if (!inspection.spend(name.length * (isAscii(name) ? 1 : foldUnits) + itemUnits)) {
      found.push({ kind: 'opaque' });
      return isDisputed;
    }
    if (name !== key) {
      if (!isSameName(name)) continue;
      isDisputed = true;
    }
    const item = object[name];
    if (item !== undefined) values.push(item);
  }
  if (values.length === 0) found.push({ kind: 'missing' });
  for (const item of values) found.push({ kind: 'value', value: item });
  return isDisputed;
}

/** Tells whether a name shares a spelling with a key. ASCII names have one, of their own length. */
function spellingTest(key: string): (name: string) => boolean {
  const spellings = foldText(key);
  const onlyLength = spellings.length === 1 ? key.length : undefined;
  return (name) => {
    if (onlyLength !== undefined && name.length !== onlyLength && isAscii(name)) return false;
    return foldText(name).some((spelling) => spellings.includes(spelling));
  };
}

const isIndex = /^(?:0|[1-9]\d{0,9})$/;

/** Looking at one element or key, in units of work; folding one character. */
const itemUnits = 100;
const foldUnits = 300;

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
