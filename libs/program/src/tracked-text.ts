import type { TextOrigin } from '@sluice/contracts';
import { originalOffset, originStride, stretchAt } from './original-offset.js';

/** A change of a text: the characters from `start` up to `end` become `insert`. Offsets are UTF-16. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly insert: string;
}

/** A text that knows for each of its characters where it stood in the original. */
export interface TrackedText {
  readonly text: string;
  readonly origin: TextOrigin;
  /** Applies changes that do not overlap, in any order; those at one place keep their order. */
  edit(edits: readonly TextEdit[]): TrackedText;
  /** Where the character at an offset stood in the original; outside the text the nearest one counts. */
  originalOffset(offset: number): number;
}

/**
 * Starts tracking a text.
 *
 * @example trackText('abc').edit([{ start: 0, end: 1, insert: '' }]).originalOffset(0) // 1
 */
export function trackText(original: string): TrackedText {
  return tracked(original, Uint32Array.of(0, 0, 1));
}

function tracked(text: string, origin: TextOrigin): TrackedText {
  return {
    text,
    origin,
    originalOffset: (offset) => originalOffset(origin, Math.min(Math.max(offset, 0), text.length)),
    edit(edits) {
      if (edits.length === 0) return tracked(text, origin);
      const parts: string[] = [];
      const next: number[] = [];
      let length = 0;
      let at = 0;
      const keepUntil = (end: number): void => {
        if (end <= at) return;
        for (let index = stretchAt(origin, at); index < origin.length; index += originStride) {
          const [start = 0, originalStart = 0, runsOn = 0] = origin.subarray(
            index,
            index + originStride,
          );
          if (start >= end) break;
          const skipped = Math.max(at - start, 0);
          next.push(length + start + skipped - at, originalStart + skipped * runsOn, runsOn);
        }
        parts.push(text.slice(at, end));
        length += end - at;
      };
      for (const { start, end, insert } of inOrder(edits)) {
        keepUntil(start);
        if (insert !== '') {
          next.push(length, originalOffset(origin, start), 0);
          parts.push(insert);
          length += insert.length;
        }
        at = Math.max(at, end);
      }
      keepUntil(text.length);
      return tracked(parts.join(''), Uint32Array.from(next));
    },
  };
}

function inOrder(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...edits].sort((left, right) => left.start - right.start || left.end - right.end);
}
