import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonPieces } from './json-pieces.js';
import type { JsonValue } from './json-value.js';
import { printJson } from './print-json.js';

const joined = (value: JsonValue) => [...jsonPieces(value)].join('');
const large = 'x'.repeat(300_000);

describe('jsonPieces()', () => {
  it('are what printJson() prints, whatever the value, alone or in something large', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const value = json as JsonValue;
        expect(joined(value)).toBe(printJson(value));
        for (const around of [
          [value, large, value],
          { a: value, large, b: [large, value] },
        ] as JsonValue[])
          expect(joined(around)).toBe(printJson(around));
      }),
      { numRuns: 50 },
    );
  });

  it.each(['"', '\\', '\n', '\u0001', 'é', '🦆', '\ud83e', '\udd86'])(
    'are so for long texts with %j on the seams',
    (letter) => {
      for (const before of [262_142, 262_143, 262_144]) {
        const text = `${'x'.repeat(before)}${letter}${letter}${'y'.repeat(300_000)}`;
        expect(joined(text)).toBe(printJson(text));
        expect(joined({ [text]: [text] })).toBe(printJson({ [text]: [text] }));
      }
    },
  );

  it('keep digits, own __proto__ keys, and leave out what JSON leaves out', () => {
    const odd = JSON.parse('{"__proto__":1}') as JsonValue;
    expect(joined([large, 2n ** 64n, odd, {}, []])).toBe(
      printJson([large, 2n ** 64n, odd, {}, []]),
    );
    const gaps = { a: undefined, large, list: [undefined, large] } as unknown as JsonValue;
    expect(joined(gaps)).toBe(JSON.stringify(gaps));
  });

  it('are short, and many where the value is large', () => {
    const rows = Array.from({ length: 20_000 }, (_, id) => ({
      id,
      name: `row ${id}`,
      tags: ['a'],
    }));
    const pieces = [...jsonPieces({ rows, text: large.repeat(10) })];
    expect(pieces.length).toBeGreaterThan(12);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(300_000);
    expect([...jsonPieces({ a: 1 })]).toEqual(['{"a":1}']);
  });
});
