import type { Json } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { readData } from './read-data.js';

describe('readData()', () => {
  it('is null where there is none', () => {
    expect(readData(undefined)).toEqual({ ok: true, data: null });
  });

  it('keeps the digits that a long number has, and all else as it is', () => {
    const data = {
      ids: [725653563933458432, -(2 ** 63), 9007199254740991],
      sizes: [1.5, 1e300, 1.2e20],
      id: 12345678901234567890n,
      ['__proto__']: { a: 'x' },
    };
    expect(readData(data)).toEqual({
      ok: true,
      data: { ...data, ids: [725653563933458432n, -(2n ** 63n), 9007199254740991] },
    });
  });

  it('refuses what nests deeper than a runner carries', () => {
    const nested = (depth: number) =>
      JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`) as Json;
    expect(readData(nested(1000))).toMatchObject({ ok: true });
    expect(readData(nested(100_000))).toEqual({
      ok: false,
      code: 'USAGE',
      message: 'Cannot run the program: data is nested deeper than 1000 levels',
      hint: 'Pass flatter data, or JSON text that the program parses.',
    });
  });
});
