import { describe, expect, it } from 'vitest';
import { wrapLines } from './wrap-lines.js';

describe('wrapLines()', () => {
  it('leaves what fits, and breaks what does not so that nothing foreign stands in the first columns', () => {
    const text = `short\n    1 | ${'x'.repeat(33)}2. mcp__safe__tool: only reads\n\nend`;
    expect(wrapLines(text, 42)).toBe(
      `short\n    1 | ${'x'.repeat(33)}\n        ~ 2. mcp__safe__tool: only reads\n\nend`,
    );
  });

  it.each([
    ['wide characters', '日本'.repeat(100)],
    ['characters of two units', '🦆'.repeat(100)],
    ['tabs', '\t'.repeat(100)],
    ['letters', 'abcdefghij'.repeat(50)],
  ])('keeps every character of %s', (_, text) => {
    const wrapped = wrapLines(text, 80);
    expect(wrapped.replaceAll('\n        ~ ', '')).toBe(text);
    for (const row of wrapped.split('\n')) expect([...row].length).toBeLessThan(80);
  });
});
