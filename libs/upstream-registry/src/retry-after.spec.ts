import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.js';

describe('retryAfterMs()', () => {
  const now = Date.parse('2026-11-30T12:00:00Z');

  it.each([
    ['1', 1000],
    [' 0 ', 0],
    ['0.5', 500],
    ['30', 30_000],
    ['Mon, 30 Nov 2026 12:00:05 GMT', 5000],
    ['Mon, 30 Nov 2026 11:00:00 GMT', 0],
    ['31', undefined],
    ['Mon, 30 Nov 2026 13:00:00 GMT', undefined],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('reads %j', (header, expected) => expect(retryAfterMs(header, now)).toBe(expected));
});
