import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textPieces } from './text-pieces.js';

describe('textPieces()', () => {
  it('gives the whole text, in pieces that are encoded as the text is', () => {
    const encoder = new TextEncoder();
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 2, max: 9 }),
        (text, length) => {
          const pieces = [...textPieces(text, length)];
          expect(pieces.join('')).toBe(text);
          expect(pieces.every((piece) => piece.length <= length)).toBe(true);
          const bytes = pieces.flatMap((piece) => [...encoder.encode(piece)]);
          expect(bytes).toEqual([...encoder.encode(text)]);
        },
      ),
    );
  });

  it('knows broken pairs', () => {
    expect([...textPieces('\ud83e\ud83e\ud83e', 2)]).toEqual(['\ud83e', '\ud83e\ud83e']);
    expect([...textPieces('', 2)]).toEqual([]);
  });
});
