import { describe, expect, it } from 'vitest';
import { countJsonValues } from './count-json-values.js';

const count = (text: string, maxDepth: number) =>
  countJsonValues(new TextEncoder().encode(text), maxDepth);

const list = (length: number, item: (index: number) => string) =>
  Array.from({ length }, (_, index) => item(index)).join();

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

  it.each([
    ['of one object', (n: number) => `{${list(n, (i) => `"k${i}":0`)}}`],
    ['of an object each', (n: number) => `[${list(n, (i) => `{"k${i}":0}`)}]`],
    ['with space before the colon', (n: number) => `{${list(n, (i) => `"k${i}" \n:0`)}}`],
    [
      'that differ in their last letters',
      (n: number) => `{${list(n, (i) => `"${'k'.repeat(50)}${i}":0`)}}`,
    ],
  ])('counts keys that are new again and again as four values: those %s', (_, text) => {
    const [some, more] = [count(text(20_000), 10), count(text(40_000), 10)] as [number, number];
    expect(more - some).toBeGreaterThan(20_000 * 3.9);
  });

  it.each([
    [
      'keys of records',
      (n: number) => `[${list(n, (i) => `{"id":${i},"name":"n${i}","at":0}`)}]`,
      4,
    ],
    ['texts of a list', (n: number) => `[${list(n, (i) => `"t${i}"`)}]`, 1],
    ['texts of one key', (n: number) => `[${list(n, (i) => `{"k":"v${i}:"}`)}]`, 2],
  ])('counts %s as what they are', (_, text, each) => {
    const [some, more] = [count(text(20_000), 10), count(text(40_000), 10)] as [number, number];
    expect(more - some).toBe(20_000 * each);
    expect(count(`{${list(1000, (i) => `"k${i}":0`)}}`, 10)).toBe(1001);
  });

  it('counts no further than it must', () => {
    const bytes = new TextEncoder().encode(`[${list(1000, () => '{}')},${'['.repeat(50)}`);
    expect(countJsonValues(bytes, 10)).toBe('too deep');
    expect(countJsonValues(bytes, 10, 500)).toBe(502);
  });

  it('survives text that is no JSON', () => {
    expect(count(']]]]["', 1)).toBe(2);
    expect(count('"\\', 1)).toBe(1);
    expect(count('', 1)).toBe(1);
  });
});
