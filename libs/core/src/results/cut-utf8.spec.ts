import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutUtf8 } from './cut-utf8.js';

describe('cutUtf8()', () => {
  it('reads a text to its end in slices of any size, whole characters only', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 9 }), (text, length) => {
        const all = new TextEncoder().encode(text);
        const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
        let read = '';
        for (let offset = 0; offset < all.length;) {
          const slice = cutUtf8(all.subarray(offset, offset + length + 3), length);
          expect(slice.skipped).toBe(0);
          expect(slice.bytes.length).toBeGreaterThan(0);
          expect(slice.bytes.length).toBeLessThanOrEqual(Math.max(length, 4));
          read += decoder.decode(slice.bytes);
          offset += slice.bytes.length;
        }
        expect(read).toBe(text);
      }),
    );
  });

  it('starts at the next character when it is asked for the middle of one', () => {
    const bytes = new TextEncoder().encode('🦆ab').subarray(1);
    const slice = cutUtf8(bytes, 4);
    expect(slice.skipped).toBe(3);
    expect(new TextDecoder().decode(slice.bytes)).toBe('a');
  });
});
