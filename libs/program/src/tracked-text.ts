/** A change of a text: the characters from `start` up to `end` become `insert`. Offsets are UTF-16. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/** A text that knows for each of its characters where it stood in the original. */
export interface TrackedText {
  readonly text: string;
  /** Applies changes that do not overlap, in any order; those at one place keep their order. */
  edit(edits: readonly TextEdit[]): TrackedText;
  /**
   * Where the character at an offset stood in the original. For an inserted character it is where it
   * was put in; for the place behind the text it is the one behind its last character.
   */
  originalOffset(offset: number): number;
}

/**
 * Starts tracking a text.
 *
 * @example trackText('abc').edit([{ start: 0, end: 1, insert: '' }]).originalOffset(0) // 1
 */
export function trackText(original: string): TrackedText {
  return tracked(original, [{ start: 0, originalStart: 0, isKept: true }]);
}

/** A stretch of the text, up to the start of the next piece. */
interface Piece {
  readonly start: number;
  readonly originalStart: number;
  /** Kept text runs on with the original; inserted text stands at one place of it. */
  readonly isKept: boolean;
}

function tracked(text: string, pieces: readonly Piece[]): TrackedText {
  const originalOffset = (offset: number): number => {
    const piece = pieces[pieceAt(pieces, offset)];
    if (piece === undefined) return 0;
    return piece.isKept ? piece.originalStart + offset - piece.start : piece.originalStart;
  };
  return {
    text,
    originalOffset: (offset) => originalOffset(Math.min(Math.max(offset, 0), text.length)),
    edit(edits) {
      if (edits.length === 0) return tracked(text, pieces);
      const parts: string[] = [];
      const next: Piece[] = [];
      let length = 0;
      let at = 0;
      const keepUntil = (end: number): void => {
        if (end <= at) return;
        const first = pieceAt(pieces, at);
        for (let index = first; index < pieces.length; index += 1) {
          const piece = pieces[index];
          if (piece === undefined || piece.start >= end) break;
          const skipped = Math.max(at - piece.start, 0);
          next.push({
            start: length + piece.start + skipped - at,
            originalStart: piece.originalStart + (piece.isKept ? skipped : 0),
            isKept: piece.isKept,
          });
        }
        parts.push(text.slice(at, end));
        length += end - at;
      };
      for (const { start, end, insert } of inOrder(edits)) {
        keepUntil(start);
        if (insert !== '') {
          next.push({ start: length, originalStart: originalOffset(start), isKept: false });
          parts.push(insert);
          length += insert.length;
        }
        at = Math.max(at, end);
      }
      keepUntil(text.length);
      return tracked(parts.join(''), next);
    },
  };
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits].sort((left, right) => left.start - right.start || left.end - right.end);
}

function pieceAt(pieces: readonly Piece[], offset: number): number {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pieces[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
