import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.js';
import type { JsonValue } from './json-value.js';
import { parseJson } from './parse-json.js';

describe('canonicalJson()', () => {
  it('gives one text for the same members in any order', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }], a: 'x' })).toBe(
      '{"a":"x","b":[{"c":null,"d":1}]}',
    );
    expect(canonicalJson({ a: 'x', b: [{ c: null, d: 1 }] })).toBe(
      '{"a":"x","b":[{"c":null,"d":1}]}',
    );
  });

  it('keeps the order of lists, every digit, and what differs by type', () => {
    const values: readonly JsonValue[] = [
      [1, 2],
      [2, 1],
      '1',
      1,
      null,
      'null',
      [],
      {},
      { 0: 1 },
      [1],
      9007199254740993n,
    ];
    const texts = values.map(canonicalJson);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.at(-1)).toBe('9007199254740993');
  });

  it('takes __proto__, constructor and toJSON for keys like any other', () => {
    const text = '{"__proto__":{"a":1},"constructor":2,"toJSON":3}';
    expect(canonicalJson(parseJson(text))).toBe(text);
    expect(canonicalJson({})).toBe('{}');
  });

  it('leaves out members that are undefined, as JSON does', () => {
    expect(canonicalJson({ a: undefined, b: 1 } as never)).toBe('{"b":1}');
  });
});
