import type { Json } from '@sluice/contracts';
import type { Redactor } from './redact.js';

/** UTF-16 units of short texts that are redacted in one turn; a longer text takes turns of its own. */
const turnCharacters = 65_536;

/**
 * The value with every text in it redacted, keys too. It is nested no deeper than recursion goes.
 *
 * @param pause settles when others have had a turn
 */
export async function redactJson(
  value: Json,
  redact: Redactor,
  pause: () => Promise<void>,
): Promise<Json> {
  let doneCharacters = 0;

  /** A promise only where it takes a turn: there may be millions of short texts. */
  function redactOne(text: string): string | Promise<string> {
    if (text.length > turnCharacters) return redact.inTurns(text, pause);
    doneCharacters += text.length;
    const clean = redact(text);
    if (doneCharacters <= turnCharacters) return clean;
    doneCharacters = 0;
    return pause().then(() => clean);
  }

  async function redactItem(item: Json): Promise<Json> {
    if (typeof item === 'string') return redactOne(item);
    if (typeof item !== 'object' || item === null) return item;
    if (Array.isArray(item)) {
      const items: Json[] = [];
      for (const one of item as readonly Json[]) items.push(await redactItem(one));
      return items;
    }
    const entries: (readonly [string, Json])[] = [];
    for (const [key, one] of Object.entries(item))
      entries.push([await redactOne(key), await redactItem(one)]);
    return Object.fromEntries(entries);
  }

  return redactItem(value);
}
