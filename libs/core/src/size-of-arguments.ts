import type { Clock, Json } from '@sluice/contracts';
import { isJsonLonger, jsonLength, jsonPieces, utf8Length } from '@sluice/json-text';

/** Arguments up to here are measured at once, in UTF-16 code units: a fraction of a millisecond. */
const maxShortLength = 65_536;

/** Printed before others have a turn, in UTF-16 code units: some 3 ms. */
const stretchLength = 1_048_576;

/** UTF-8 bytes of arguments as JSON text. */
export interface ArgumentsSize {
  /** Where they are short; else it is yet to be measured. */
  readonly now?: number;
  /** Undefined where they are nested deeper than the stack. */
  measure(): Promise<number | undefined>;
}

/** How many bytes arguments take: short ones at once, others in turns between which others are served. */
export function sizeOfArguments(args: Json, clock: Pick<Clock, 'pause'>): ArgumentsSize {
  const now = shortSize(args);
  return now === undefined
    ? { measure: () => sizeInTurns(args, clock) }
    : { now, measure: () => Promise.resolve(now) };
}

function shortSize(args: Json): number | undefined {
  try {
    return isJsonLonger(args, maxShortLength) ? undefined : jsonLength(args);
  } catch {
    return undefined;
  }
}

async function sizeInTurns(args: Json, clock: Pick<Clock, 'pause'>): Promise<number | undefined> {
  let sizeBytes = 0;
  let sincePause = 0;
  try {
    for (const piece of jsonPieces(args)) {
      sizeBytes += utf8Length(piece);
      sincePause += piece.length;
      if (sincePause < stretchLength) continue;
      sincePause = 0;
      await clock.pause();
    }
    return sizeBytes;
  } catch {
    return undefined;
  }
}
