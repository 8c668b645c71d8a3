import type { Position, TextOrigin } from '@sluice/contracts';
import { createLineIndex } from './line-index.js';
import { originalOffset } from './original-offset.js';

/** A program that was read, beside the text that it was read from. */
export interface PlacedProgram {
  /** The body of an async function; lines end with LF. */
  readonly text: string;
  /** The text as it was sent. */
  readonly original: string;
  /**
   * The place in the original of a place in the text. A character that was put in has the place of
   * what follows it; a place outside the text moves to the nearest one inside.
   */
  toOriginal(position: Position): Position;
}

/**
 * Puts a program beside the text that was sent, so that places in the one can be found in the other.
 * The lines of both are indexed when the first place is asked for.
 */
export function placeProgram(
  original: string,
  { text, origin }: { readonly text: string; readonly origin: TextOrigin },
): PlacedProgram {
  let indexes: readonly [ReturnType<typeof createLineIndex>, ReturnType<typeof createLineIndex>];
  return {
    text,
    original,
    toOriginal(position) {
      indexes ??= [createLineIndex(text), createLineIndex(original)];
      const [lines, originalLines] = indexes;
      return originalLines.positionAt(originalOffset(origin, lines.offsetAt(position)));
    },
  };
}
