import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Length } from './utf8-length.js';

describe('utf8Length()', () => {
  it('agrees with an encoder on every text, broken ones included', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const text = String.fromCharCode(...units);
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }),
    );
  });

  it.each(['a', 'é', '日', '🦆', '\ud83e', '\udd86'])(
    'agrees with one on texts longer than it looks at at once, with %j on the seams',
    (letter) => {
      for (const before of [16_382, 16_383, 16_384, 32_767]) {
        const text = `${'x'.repeat(before)}${letter}${letter}${'y'.repeat(20_000)}`;
        expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
      }
    },
  );
});
