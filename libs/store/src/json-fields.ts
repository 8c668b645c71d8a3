import type { Json, JsonObject } from '@sluice/contracts';

/** Reads the fields of one JSON object from a file, which is as hostile as any other bytes. */
export interface JsonFields {
  text(key: string): string;
  optionalText(key: string): string | undefined;
  flag(key: string): boolean;
  /** From 0. */
  wholeNumber(key: string): number;
  /** A time as ISO 8601, in milliseconds since 1970. */
  time(key: string): number;
  oneOf<const Word extends string>(key: string, words: readonly Word[]): Word;
  value(key: string): Json | undefined;
  object(key: string): JsonFields;
  objects(key: string): readonly JsonFields[];
  list(key: string): readonly Json[];
}

/**
 * Makes the reader.
 *
 * @param place where the object stands, for errors
 * @throws Error `its "tools[0].id" is no text` and the like; no value is quoted
 */
export function jsonFields(value: Json | undefined, place = ''): JsonFields {
  if (!isObject(value)) throw wrong(place, 'is no object');
  const read = (key: string) => (Object.hasOwn(value, key) ? value[key] : undefined);
  const at = (key: string) => (place === '' ? key : `${place}.${key}`);
  const text = (key: string) => {
    const found = read(key);
    if (typeof found !== 'string') throw wrong(at(key), 'is no text');
    return found;
  };
  const list = (key: string): readonly Json[] => {
    const found = read(key);
    if (!Array.isArray(found)) throw wrong(at(key), 'is no list');
    return found as readonly Json[];
  };
  return {
    text,
    optionalText: (key) => (read(key) === undefined ? undefined : text(key)),
    flag(key) {
      const found = read(key);
      if (typeof found !== 'boolean') throw wrong(at(key), 'is neither true nor false');
      return found;
    },
    wholeNumber(key) {
      const found = read(key);
      if (!Number.isSafeInteger(found) || (found as number) < 0)
        throw wrong(at(key), 'is no whole number');
      return found as number;
    },
    time(key) {
      const found = Date.parse(text(key));
      if (Number.isNaN(found)) throw wrong(at(key), 'is no time');
      return found;
    },
    oneOf(key, words) {
      const found = words.find((word) => word === read(key));
      if (found === undefined) throw wrong(at(key), `is none of ${words.join(', ')}`);
      return found;
    },
    value: read,
    object: (key) => jsonFields(read(key), at(key)),
    objects: (key) => list(key).map((item, index) => jsonFields(item, `${at(key)}[${index}]`)),
    list,
  };
}

function wrong(place: string, problem: string): Error {
  return new Error(place === '' ? `it ${problem}` : `its "${place}" ${problem}`);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
