import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineIndex } from './line-index.js';

describe('createLineIndex()', () => {
  it('counts LF, CR LF and CR as one line end each, and U+2028 as none', () => {
    const { positionAt } = createLineIndex('a\nb\r\nc\rd\u2028e');
    expect(positionAt(0)).toEqual({ line: 1, column: 1 });
    expect(positionAt(2)).toEqual({ line: 2, column: 1 });
    expect(positionAt(5)).toEqual({ line: 3, column: 1 });
    expect(positionAt(7)).toEqual({ line: 4, column: 1 });
    expect(positionAt(9)).toEqual({ line: 4, column: 3 });
  });

  it('counts UTF-16 code units in a line', () => {
    expect(createLineIndex('😀x').positionAt(2)).toEqual({ line: 1, column: 3 });
  });

  it('moves a place outside the text to the nearest inside', () => {
    const { offsetAt, positionAt } = createLineIndex('ab\r\ncd');
    expect(offsetAt({ line: 0, column: 1 })).toBe(0);
    expect(offsetAt({ line: 1, column: 99 })).toBe(2);
    expect(offsetAt({ line: 2, column: -5 })).toBe(4);
    expect(offsetAt({ line: 9, column: 1 })).toBe(6);
    expect(positionAt(-1)).toEqual({ line: 1, column: 1 });
    expect(positionAt(99)).toEqual({ line: 2, column: 3 });
  });

  it('finds each offset again by its position (property)', () => {
    const text = fc.array(fc.constantFrom('a', '\n', '\r\n', '😀'), { maxLength: 20 });
    fc.assert(
      fc.property(text, (parts) => {
        const joined = parts.join('');
        const { offsetAt, positionAt } = createLineIndex(joined);
        for (let offset = 0; offset <= joined.length; offset += 1) {
          // The place between CR and LF is behind the line's last column.
          if (joined.startsWith('\r\n', offset - 1)) continue;
          expect(offsetAt(positionAt(offset))).toBe(offset);
        }
      }),
    );
  });
});
