import { describe, expect, it } from 'vitest';
import { formatSize } from './format-size.js';

describe('formatSize()', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [9_949, '9.9 kB'],
    [9_999, '10 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [2_140_000, '2.1 MB'],
    [5_000_000_000, '5.0 GB'],
    [5e15, '5000000 GB'],
  ])('writes %d bytes as %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });
});
