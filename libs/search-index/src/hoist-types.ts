import type { TypeAlias } from './type-aliases.js';
import { aliasName } from './type-aliases.js';

/** An object type that was written, how often, and what it might be called. */
export interface WrittenType {
  count: number;
  readonly wish: string;
}

/** Shorter types, in UTF-16 code units, are read faster where they stand. */
const MIN_LENGTH = 48;
/** Types that get a name in one signature. */
const MAX_HOISTED = 8;
/** What a declaration takes beside its name and text: `; type  = `. */
const DECLARATION_LENGTH = 10;

/**
 * Gives object types that a signature would write more than once a name, the longest first, where
 * that makes it shorter. The types are found again by their text, as this room wrote it.
 */
export function hoistTypes(
  main: string,
  aliases: readonly TypeAlias[],
  written: ReadonlyMap<string, WrittenType>,
  taken: Set<string>,
): { readonly text: string; readonly aliases: readonly TypeAlias[] } {
  const candidates = Array.from(written)
    .filter(([type, { count }]) => count > 1 && type.length >= MIN_LENGTH)
    .sort(([a], [b]) => b.length - a.length);
  let texts = [main, ...aliases.map(({ text }) => text)];
  const hoisted: TypeAlias[] = [];
  for (const [type, { wish }] of candidates) {
    if (hoisted.length >= MAX_HOISTED) break;
    const uses = texts.reduce((sum, text) => sum + text.split(type).length - 1, 0);
    const name = aliasName(wish, taken);
    const saved = (uses - 1) * type.length - (uses + 1) * name.length - DECLARATION_LENGTH;
    if (uses < 2 || saved <= 0) continue;
    taken.add(name);
    texts = texts.map((text) => text.replaceAll(type, () => name));
    texts.push(type);
    hoisted.push({ name, text: type });
  }
  const [text = main, ...rest] = texts;
  const names = [...aliases, ...hoisted].map(({ name }) => name);
  return { text, aliases: names.map((name, index) => ({ name, text: rest[index] ?? 'unknown' })) };
}
