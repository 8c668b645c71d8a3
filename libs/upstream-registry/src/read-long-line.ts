import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { createJsonCounter, wholeCharacters } from '@sluice/json-text';
import { readMessageText } from './read-message-line.js';

/** What was found in a long line, or why it was not read. */
export type LongLine =
  | {
      readonly kind: 'messages';
      readonly messages: readonly JSONRPCMessage[];
      /** Levels of objects and arrays in them. */
      readonly depth: number;
    }
  | { readonly kind: 'noise' }
  | { readonly kind: 'too many values'; readonly values: number };

/** Looked at before others have a turn, in bytes: counting takes 2 ms for each MiB, decoding 1. */
const stretchBytes = 2_097_152;

/**
 * Reads a line as `readMessageLine` does, in turns between which others are served. One of them is long: the text is parsed
 * as a whole. Of 100 MB that takes 0.2 s.
 *
 * @param chunks the bytes of the line; each is let go of as soon as it is a text
 * @param maxValues most values of JSON
 * @param pause settles when others have had a turn
 */
export async function readLongLine(
  chunks: readonly Buffer[],
  maxValues: number,
  pause: () => Promise<void>,
): Promise<LongLine> {
  const counter = createJsonCounter(Number.POSITIVE_INFINITY);
  const rest = [...chunks].reverse();
  const texts: string[] = [];
  let carried: Buffer | undefined;
  let sincePause = 0;
  for (let chunk = rest.pop(); chunk !== undefined; chunk = rest.pop()) {
    counter.push(chunk);
    const bytes: Buffer = carried === undefined ? chunk : Buffer.concat([carried, chunk]);
    const end: number = rest.length === 0 ? bytes.length : wholeCharacters(bytes);
    texts.push(bytes.toString('utf8', 0, end));
    carried = end === bytes.length ? undefined : bytes.subarray(end);
    sincePause += chunk.length;
    if (sincePause < stretchBytes) continue;
    sincePause = 0;
    await pause();
  }
  const values = counter.values() as number;
  if (values > maxValues) return { kind: 'too many values', values };
  const text = texts.join('');
  texts.length = 0;
  await pause();
  const messages = readMessageText(text);
  return messages === 'noise'
    ? { kind: 'noise' }
    : { kind: 'messages', messages, depth: counter.depth() };
}
