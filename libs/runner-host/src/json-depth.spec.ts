import { describe, expect, it } from 'vitest';
import { isNestedDeeper } from './json-depth.js';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('isNestedDeeper()', () => {
  it.each([
    ['[[[]]]', 3],
    ['{"a":[{"b":1}],"c":[]}', 3],
    ['[[],[],[],[[]]]', 3],
    ['"[[[[["', 0],
    ['["\\"[[[[", "]]]]\\\\", "{\\\\\\"{{{"]', 1],
    ['1', 0],
  ])('counts the levels of %s', (text, depth) => {
    expect(isNestedDeeper(bytes(text), depth)).toBe(false);
    if (depth > 0) expect(isNestedDeeper(bytes(text), depth - 1)).toBe(true);
  });

  it('survives text that is no JSON', () => {
    expect(isNestedDeeper(bytes(']]]]["'), 1)).toBe(false);
    expect(isNestedDeeper(bytes('"\\'), 1)).toBe(false);
    expect(isNestedDeeper(new Uint8Array(0), 1)).toBe(false);
  });
});
