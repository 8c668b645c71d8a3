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
    expect(headOfJson(json, maxValues, true)).toEqual({ head, isAll: false });
  });

  it('is JSON wherever it cuts', () => {
    const json = JSON.stringify([{ a: [1, { b: '"\\' }], 'c,[': {} }, [[[null]]], 'text', -1.5e3]);
    for (let maxValues = 1; maxValues < 20; maxValues += 1)
      expect(() => JSON.parse(headOfJson(json, maxValues, true).head) as unknown).not.toThrow();
  });

  it('is JSON wherever the text was cut before', () => {
    const json = JSON.stringify([{ a: [1, { b: '"\\' }], 'c,[': {} }, [[[null]]], 'text', -1.5e3]);
    for (let length = 1; length <= json.length; length += 1) {
      const { head, isAll } = headOfJson(json.slice(0, length), 100, false);
      expect(isAll).toBe(false);
      expect(() => JSON.parse(head) as unknown).not.toThrow();
    }
    expect(headOfJson('[{"a":1,"b":tr', 100, false).head).toBe('[{"a":1}]');
    expect(headOfJson('"only a str', 100, false).head).toBe('');
  });

  it('leaves a text alone that holds no more, however long its strings are', () => {
    const json = JSON.stringify(['x'.repeat(1000), ',,,[[[{{{"'.repeat(100)]);
    expect(headOfJson(json, 4, true)).toEqual({ head: json, isAll: true });
    expect(headOfJson('[1,2]', 10, true)).toEqual({ head: '[1,2]', isAll: true });
  });
});
