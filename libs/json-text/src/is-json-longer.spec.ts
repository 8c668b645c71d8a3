import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonLonger } from './is-json-longer.js';
import type { JsonValue } from './json-value.js';

describe('isJsonLonger()', () => {
  it('is true of texts, lists, objects and keys beyond the limit, and false of what is far below it', () => {
    const long = 'x'.repeat(101);
    const values: JsonValue[] = [long, [long], { a: { b: [1, long] } }, { [long]: 1 }];
    for (const value of values) expect(isJsonLonger(value, 100)).toBe(true);
    expect(isJsonLonger(Array<JsonValue>(60).fill(null), 100)).toBe(true);
    expect(isJsonLonger({ a: [1, 'x', null, true, { b: 2n }] }, 100)).toBe(false);
  });

  it('is never false of a text that is many times longer, whatever the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const { length } = JSON.stringify(value);
        // Six letters for an escaped one, 24 of a number that counts as 8.
        expect(isJsonLonger(value as JsonValue, length / 8 - 1)).toBe(true);
      }),
    );
  });

  it('looks no further than it must', () => {
    let reads = 0;
    const row = new Proxy({ text: 'x'.repeat(1000) }, { ownKeys: () => ((reads += 1), ['text']) });
    expect(isJsonLonger(Array<JsonValue>(10_000).fill(row), 5000)).toBe(true);
    expect(reads).toBeLessThan(10);
  });
});
