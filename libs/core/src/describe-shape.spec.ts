import fc from 'fast-check';
import type { Json } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { describeShape } from './describe-shape.js';

describe('describeShape()', () => {
  it.each<[Json, string]>([
    [null, 'null'],
    [1, 'number'],
    [12345678901234567890n, 'bigint'],
    [[], 'Array(0)'],
    [{}, '{}'],
    [[1, 'a', null], 'Array(3) of (number | string | null)'],
    [[[1], [1, 2, 3], []], 'Array(3) of Array(0 to 3) of number'],
    [
      { customers: Array.from({ length: 100_000 }, (_, i) => ({ id: String(i), revenue: i })) },
      '{ customers: Array(100000) of { id: string, revenue: number } }',
    ],
    [[{ a: 1 }, { a: 2, b: true }], 'Array(2) of { a: number, b?: boolean }'],
    [
      { when: { $type: 'Date', value: '1970' }, odd: { $type: 7 } },
      '{ when: Date, odd: { $type: number } }',
    ],
    [{ 'a key': 1, 'line\nbreak\u2028': 2 }, '{ "a key": number, "line\\nbreak\\u2028": number }'],
  ])('describes %#', (value, shape) => {
    expect(describeShape(value)).toBe(shape);
  });

  it('takes an own __proto__ key for what it is', () => {
    expect(describeShape(JSON.parse('{"__proto__":{"a":1}}') as Json)).toBe(
      '{ __proto__: { a: number } }',
    );
  });

  it('counts the keys that it leaves out', () => {
    const table = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`key_${i}`, i]));
    const shape = describeShape({ table });
    expect(shape).toMatch(/^\{ table: \{ key_0: number, .*, … 4984 more keys \} \}$/);
  });

  it('stays on one line of 350 characters, whatever it is given', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'large', maxDepth: 12 }), (value) => {
        const shape = describeShape(value as Json);
        expect(shape.length).toBeLessThanOrEqual(350);
        expect(shape).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(shape).not.toBe('');
      }),
    );
  });

  it('does not overflow on deep nesting', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as Json;
    expect(describeShape(deep)).toBe(
      'Array(1) of Array(1) of Array(1) of Array(1) of Array(1) of Array(1) of …',
    );
  });
});
