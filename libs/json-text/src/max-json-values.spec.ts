import { describe, expect, it } from 'vitest';
import { maxJsonValues } from './max-json-values.js';

describe('maxJsonValues()', () => {
  it('is a million, or one for every 64 bytes where that is more', () => {
    expect(maxJsonValues(1000)).toBe(1_000_000);
    expect(maxJsonValues(64_000_000)).toBe(1_000_000);
    expect(maxJsonValues(64_000_130)).toBe(1_000_002);
  });
});
