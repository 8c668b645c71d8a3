import type { Position } from '@sluice/contracts';

/** Turns offsets of one text into lines and columns, and back. */
export interface LineIndex {
  /** The position of an offset; the one behind the last character is allowed. */
  positionAt(offset: number): Position;
  /** The offset of a position; one outside the text moves to the nearest place inside. */
  offsetAt(position: Position): number;
}

/**
 * Indexes the lines of a text. Lines end with LF, CR LF or CR, as editors count them and as source
 * maps do; U+2028 and U+2029 end none.
 */
export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // CR LF ends its line at the LF.
    const isEnd = code === lf || (code === cr && text.charCodeAt(at + 1) !== lf);
    if (isEnd) starts.push(at + 1);
  }
  return {
    positionAt(offset) {
      const inside = Math.min(Math.max(offset, 0), text.length);
      const line = lastAtMost(starts, inside);
      return { line: line + 1, column: inside - (starts[line] ?? 0) + 1 };
    },
    offsetAt({ line, column }) {
      const index = Math.min(Math.max(line, 1), starts.length) - 1;
      const start = starts[index] ?? 0;
      const next = starts[index + 1];
      const end = next === undefined ? text.length : next - lineEndLength(text, next);
      return line > starts.length ? end : Math.min(start + Math.max(column, 1) - 1, end);
    },
  };
}

const lf = 0x0a;
const cr = 0x0d;

/** The index of the last number that is not above the limit; the first number never is. */
function lastAtMost(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}

function lineEndLength(text: string, lineStart: number): number {
  return text.startsWith('\r\n', lineStart - 2) && lineStart >= 2 ? 2 : 1;
}
