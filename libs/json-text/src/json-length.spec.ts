import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLength } from './json-length.js';
import type { JsonValue } from './json-value.js';
import { printJson } from './print-json.js';

const printed = (value: JsonValue) => new TextEncoder().encode(printJson(value)).length;

describe('jsonLength()', () => {
  it('is the size of what printJson() prints, whatever the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(jsonLength(value as JsonValue)).toBe(printed(value as JsonValue));
      }),
    );
    const odd: JsonValue[] = [{}, [], { a: 12345678901234567890n, b: [1n] }, '', null];
    for (const value of odd) expect(jsonLength(value)).toBe(printed(value));
  });

  it.each(['"', '\\', '\n', '\u0001', 'é', '🦆', '\ud83e', '\udd86'])(
    'is so for texts that are printed in pieces, with %j on the seams',
    (letter) => {
      for (const before of [65_534, 65_535, 65_536, 131_071]) {
        const text = `${'x'.repeat(before)}${letter}${letter}${'y'.repeat(70_000)}`;
        expect(jsonLength(text)).toBe(printed(text));
        expect(jsonLength({ text, more: [text] })).toBe(printed({ text, more: [text] }));
      }
    },
  );
});
