import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wholeCharacters } from './whole-characters.js';

const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

describe('wholeCharacters()', () => {
  it('is where a text may be cut without a difference, whatever the bytes', () => {
    const byte = fc.oneof(
      fc.constantFrom(0x61, 0xc3, 0xe2, 0xf0, 0x80, 0x9f, 0xbf),
      fc.integer({ min: 0, max: 255 }),
    );
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 12 }), fc.nat(12), (list, at) => {
        const bytes = Uint8Array.from(list);
        const cut = wholeCharacters(bytes.subarray(0, at));
        expect(Math.min(at, bytes.length) - cut).toBeLessThanOrEqual(3);
        expect(decode(bytes.subarray(0, cut)) + decode(bytes.subarray(cut))).toBe(decode(bytes));
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves the last letter for what follows, unless it is of one byte', () => {
    expect(wholeCharacters(new TextEncoder().encode('aé'))).toBe(1);
    expect(wholeCharacters(new TextEncoder().encode('éa'))).toBe(3);
    expect(wholeCharacters(Uint8Array.of(0xf0, 0x9f))).toBe(0);
    expect(wholeCharacters(new Uint8Array())).toBe(0);
  });
});
