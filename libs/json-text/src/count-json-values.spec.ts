import { describe, expect, it } from 'vitest';
import { countJsonValues } from './count-json-values.js';

const count = (text: string, maxDepth: number) =>
  countJsonValues(new TextEncoder().encode(text), maxDepth);

describe('countJsonValues()', () => {
  it.each([
    ['[[[]]]', 3],
    ['{"a":[{"b":1}],"c":[]}', 3],
    ['[[],[],[],[[]]]', 3],
    ['"[[[[["', 0],
    ['["\\"[[[[", "]]]]\\\\", "{\\\\\\"{{{"]', 1],
    ['1', 0],
  ])('counts the levels of %s', (text, depth) => {
    expect(count(text, depth)).toBeGreaterThan(0);
    if (depth > 0) expect(count(text, depth - 1)).toBe('too deep');
  });

  it.each([
    ['1', 1],
    ['[1,2,3]', 4],
    ['[{},{},{}]', 7],
    ['{"a":1,"b":[2,3]}', 5],
    ['[",,,,[[{{"]', 2],
  ])('counts the values of %s', (text, values) => {
    expect(count(text, 10)).toBe(values);
  });

  it('survives text that is no JSON', () => {
    expect(count(']]]]["', 1)).toBe(2);
    expect(count('"\\', 1)).toBe(1);
    expect(count('', 1)).toBe(1);
  });
});
