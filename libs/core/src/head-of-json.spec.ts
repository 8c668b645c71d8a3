import { describe, expect, it } from 'vitest';
import { headOfJson } from './head-of-json.js';

describe('headOfJson()', () => {
  it.each([
    ['{"a":[1,2,3]}', 3, '{"a":[1]}'],
    ['[[1,2],[3,4],[5,6]]', 4, '[[1,2]]'],
    ['[[1,2],[3,4],[5,6]]', 5, '[[1,2],[]]'],
    ['[{"a":1,"b":2},{"a":3}]', 3, '[{"a":1}]'],
    ['["],[\\"],[",{"k\\\\":1},2,3,4]', 3, '["],[\\"],[",{}]'],
    ['[{},{},{},{}]', 4, '[{},{}]'],
  ])('cuts %s to %i values', (json, maxValues, head) => {
    expect(headOfJson(json, maxValues)).toBe(head);
  });

  it('is JSON wherever it cuts', () => {
    const json = JSON.stringify([{ a: [1, { b: '"\\' }], 'c,[': {} }, [[[null]]], 'text', -1.5e3]);
    for (let maxValues = 1; maxValues < 20; maxValues += 1)
      expect(() => JSON.parse(headOfJson(json, maxValues)) as unknown).not.toThrow();
  });

  it('leaves a text alone that holds no more, however long its strings are', () => {
    const json = JSON.stringify(['x'.repeat(1000), ',,,[[[{{{"'.repeat(100)]);
    expect(headOfJson(json, 4)).toBe(json);
    expect(headOfJson('[1,2]', 10)).toBe('[1,2]');
  });
});
