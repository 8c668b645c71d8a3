import { describe, expect, it } from 'vitest';
import { quoteLine } from './quote-line.js';

describe('quoteLine()', () => {
  it.each([
    ['a\nbb\nccc', 2, 'bb'],
    ['a\r\nbb\r\nccc', 2, 'bb'],
    ['a\rbb\u2028ccc\u2029d', 3, 'ccc'],
    ['a\n  b  ', 2, '  b'],
    ['a\n', 2, ''],
    ['a', 2, undefined],
    ['a', 0, undefined],
  ])('finds the line in %j, %j', (text, line, quoted) => {
    expect(quoteLine(text, { line, column: 1 })).toBe(quoted);
  });

  it('shows a long line around the column, and marks both cuts', () => {
    const line = `${'a'.repeat(500)}HERE${'b'.repeat(500)}`;
    expect(quoteLine(line, { line: 1, column: 501 })).toBe(
      `…${'a'.repeat(100)}HERE${'b'.repeat(96)}…`,
    );
    expect(quoteLine(line, { line: 1, column: 1 })).toBe(`${'a'.repeat(200)}…`);
    expect(quoteLine(line, { line: 1, column: 9999 })).toBe(`…${'b'.repeat(200)}`);
    expect(quoteLine('🦆'.repeat(300), { line: 1, column: 102 })).not.toMatch(/\p{Surrogate}/u);
  });
});
