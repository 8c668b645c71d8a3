import { describe, expect, it } from 'vitest';
import { isNestedDeeper } from './is-nested-deeper.js';

const nested = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

describe('isNestedDeeper()', () => {
  it('counts levels of objects and arrays', () => {
    expect(isNestedDeeper(5, 0)).toBe(false);
    expect(isNestedDeeper([], 0)).toBe(true);
    expect(isNestedDeeper({ a: [{ b: null }] }, 3)).toBe(false);
    expect(isNestedDeeper({ a: 1, b: [{ c: {} }] }, 3)).toBe(true);
  });

  it('survives any depth', () => {
    expect(isNestedDeeper(nested(1000), 1000)).toBe(false);
    expect(isNestedDeeper(nested(500_000), 1000)).toBe(true);
  });
});
