import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasLongDigits } from './has-long-digits.js';

describe('hasLongDigits()', () => {
  it('finds sixteen digits wherever they stand, and no fewer', () => {
    for (let before = 0; before < 40; before += 1) {
      const text = (digits: number, after: string) =>
        `${'x'.repeat(before)}${'7'.repeat(digits)}${after}`;
      for (const after of ['', 'y', 'y'.repeat(40)]) {
        expect(hasLongDigits(text(16, after))).toBe(true);
        expect(hasLongDigits(text(15, after))).toBe(false);
        expect(hasLongDigits(text(15, `.${'7'.repeat(15)}${after}`))).toBe(false);
      }
    }
  });

  it('says what the pattern says, of any text', () => {
    const piece = fc.oneof(
      fc.stringMatching(/^\d{0,20}$/),
      fc.string({ maxLength: 20 }),
      fc.constantFrom('٣'.repeat(16), '７'.repeat(16), '/:'.repeat(8)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        expect(hasLongDigits(text)).toBe(/\d{16}/.test(text));
      }),
    );
  });
});
