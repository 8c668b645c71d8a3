import type { Json } from '@sluice/contracts';
import { createJsonCounter, parseJson, textPieces } from '@sluice/json-text';
import { isNestedDeeper } from './is-nested-deeper.js';
import { maxResultDepth } from './unwrap-result.js';

/** Counted before others have a turn, in UTF-16 code units: 2 ms. */
const stretchLength = 1_048_576;
const pieceLength = 262_144;

/** What {@link readResultText} needs. */
export interface ReadResultTextOptions {
  /** Most values of JSON. */
  readonly maxValues: number;
  /** The error for a text that holds more. */
  readonly tooMany: (values: number) => Error;
  /** Settles when others have had a turn. */
  readonly pause: () => Promise<void>;
}

/**
 * The value of the JSON text in a result; undefined where it is none, or nested deeper than a result may be. Long ones are
 * counted in turns between which others are served; parsed is each in one.
 *
 * @throws what `tooMany` makes
 */
export async function readResultText(
  text: string,
  { maxValues, tooMany, pause }: ReadResultTextOptions,
): Promise<Json | undefined> {
  // A value takes a character at least.
  const isLong = text.length > Math.min(maxValues, stretchLength);
  if (isLong) {
    const counter = await countText(text, pause);
    const values = counter.values() as number;
    if (values > maxValues) throw tooMany(values);
    if (counter.depth() > maxResultDepth) return undefined;
  }
  try {
    const value = parseJson(text);
    return !isLong && isNestedDeeper(value, maxResultDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}

async function countText(text: string, pause: () => Promise<void>) {
  const counter = createJsonCounter(Number.POSITIVE_INFINITY);
  const encoder = new TextEncoder();
  // Three bytes for each code unit at most.
  const scratch = new Uint8Array(pieceLength * 3);
  let sincePause = 0;
  for (const piece of textPieces(text, pieceLength)) {
    counter.push(scratch.subarray(0, encoder.encodeInto(piece, scratch).written));
    sincePause += piece.length;
    if (sincePause < stretchLength) continue;
    sincePause = 0;
    await pause();
  }
  await pause();
  return counter;
}
