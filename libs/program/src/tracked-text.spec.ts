import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trackText } from './tracked-text.js';

describe('trackText()', () => {
  it('knows where kept and inserted characters come from', () => {
    const tracked = trackText('abcdef').edit([
      { start: 4, end: 6, insert: '' },
      { start: 1, end: 2, insert: 'XY' },
      { start: 3, end: 3, insert: 'Z' },
    ]);
    expect(tracked.text).toBe('aXYcZd');
    expect([0, 1, 2, 3, 4, 5, 6].map((offset) => tracked.originalOffset(offset))).toEqual([
      0, 1, 1, 2, 3, 3, 4,
    ]);
  });

  it('leads every kept character to the same character, through any rounds of edits (property)', () => {
    const cut = fc.tuple(fc.nat(40), fc.nat(6), fc.constantFrom('', '#', '##'));
    fc.assert(
      fc.property(fc.array(fc.array(cut, { maxLength: 5 }), { maxLength: 4 }), (rounds) => {
        // Every character of the original is another one, and none is the inserted '#'.
        const original = Array.from({ length: 40 }, (_, i) => String.fromCharCode(0x100 + i)).join(
          '',
        );
        let tracked = trackText(original);
        for (const cuts of rounds) {
          let at = 0;
          const edits = cuts.flatMap(([gap, length, insert]) => {
            const start = at + (gap % 8);
            const end = Math.min(start + length, tracked.text.length);
            at = end;
            return start <= end ? [{ start, end, insert }] : [];
          });
          tracked = tracked.edit(edits);
        }
        let last = 0;
        [...tracked.text].forEach((character, offset) => {
          const from = tracked.originalOffset(offset);
          if (character !== '#') expect(original[from]).toBe(character);
          expect(from).toBeGreaterThanOrEqual(last);
          last = from;
        });
      }),
    );
  });
});
