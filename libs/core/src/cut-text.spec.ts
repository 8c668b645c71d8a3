import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headOfText, shortenText, tailOfText } from './cut-text.js';

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const texts = fc.string({ unit: fc.constantFrom('a', 'é', '日', '🦆', '\n', '👩‍🌾') });

describe('headOfText() and tailOfText()', () => {
  it('keep the budget, never cut a character, and take as much as fits', () => {
    fc.assert(
      fc.property(texts, fc.nat(40), (text, maxBytes) => {
        const points = [...text];
        const head = headOfText(text, maxBytes);
        const tail = tailOfText(text, maxBytes);
        for (const part of [head, tail]) {
          expect(bytesOf(part)).toBeLessThanOrEqual(maxBytes);
          expect(part).not.toMatch(/\p{Surrogate}/u);
        }
        expect(text.startsWith(head)).toBe(true);
        expect(text.endsWith(tail)).toBe(true);
        const next = points[[...head].length];
        if (next !== undefined) expect(bytesOf(head + next)).toBeGreaterThan(maxBytes);
        const before = points[points.length - [...tail].length - 1];
        if (before !== undefined) expect(bytesOf(before + tail)).toBeGreaterThan(maxBytes);
      }),
    );
  });
});

describe('shortenText()', () => {
  it('leaves a text that fits alone', () => {
    expect(shortenText('žluť', 6)).toBe('žluť');
  });

  it('says that it cut, and of how much, within the budget', () => {
    expect(shortenText('x'.repeat(1000), 40)).toBe('xxxxxxxxxxxx… (cut: 1000 bytes in all)');
    fc.assert(
      fc.property(texts, fc.integer({ min: 30, max: 60 }), (text, maxBytes) => {
        const short = shortenText(text, maxBytes);
        expect(bytesOf(short)).toBeLessThanOrEqual(maxBytes);
        if (bytesOf(text) > maxBytes) expect(short).toContain(`${bytesOf(text)} bytes in all`);
        else expect(short).toBe(text);
      }),
    );
  });
});
