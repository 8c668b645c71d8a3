import { childPath } from './child-path.js';
import type { ConfigEntry, ConfigNode } from './config-node.js';
import type { ConfigSource } from './config-source.js';
import type { NumberLimit } from './settings-limits.js';
import type { Substitution } from './substitute.js';

/** A text whose substitution failed: where it stands and why. */
export interface UnreadableText {
  readonly path: string;
  readonly offset: number;
  readonly failure: Extract<Substitution, { ok: false }>;
}

/**
 * Reads values of one file as the types that are wanted. Each method throws SluiceError
 * `CONFIG_INVALID` that names the path, the place and what was wanted. Texts are never repeated in it
 * but for single words where one of a few words was wanted; numbers and flags are, but not where a
 * text was wanted (an argument, a header), for that may be a secret.
 */
export interface ValueReader {
  readonly source: ConfigSource;
  entries(node: ConfigNode, path: string): readonly ConfigEntry[];
  items(node: ConfigNode, path: string): readonly ConfigNode[];
  /** With substitutions made; where that failed: what `onUnreadable` returns. */
  text(node: ConfigNode, path: string): string;
  /** A list of texts. Numbers and flags count as texts as they are written when `lenient`. */
  texts(node: ConfigNode, path: string, options?: { readonly lenient: boolean }): readonly string[];
  /** An object of texts, likewise. */
  textRecord(
    node: ConfigNode,
    path: string,
    options?: { readonly lenient: boolean },
  ): Record<string, string>;
  flag(node: ConfigNode, path: string): boolean;
  wholeNumber(node: ConfigNode, path: string, limit: NumberLimit): number;
  choice<Word extends string>(node: ConfigNode, path: string, words: readonly Word[]): Word;
}

/**
 * A {@link ValueReader} over one file.
 *
 * @param onUnreadable called for a text whose substitution failed: throws, or notes it and returns a
 *   stand-in
 */
export function createValueReader(
  source: ConfigSource,
  substituteText: (text: string) => Substitution,
  onUnreadable: (text: UnreadableText) => string,
): ValueReader {
  const wrong = (node: ConfigNode, path: string, found: string, wanted: string) =>
    source.invalid(
      node.offset,
      `${path === '' ? 'the file' : path} is ${found}; it must be ${wanted}`,
    );

  const text: ValueReader['text'] = (node, path) => {
    if (node.kind !== 'text') throw wrong(node, path, kindOf(node), 'a text in double quotes');
    const result = substituteText(node.value);
    if (result.ok) return result.text;
    return onUnreadable({ path, offset: node.offset, failure: result });
  };
  const entries: ValueReader['entries'] = (node, path) => {
    if (node.kind !== 'object') throw wrong(node, path, kindOf(node), 'an object');
    return node.entries;
  };
  const items: ValueReader['items'] = (node, path) => {
    if (node.kind !== 'list') throw wrong(node, path, kindOf(node), 'a list');
    return node.items;
  };
  return {
    source,
    entries,
    items,
    text,
    texts: (node, path, { lenient } = { lenient: false }) =>
      items(node, path).map(
        (item, index) =>
          (lenient ? asWritten(item) : undefined) ?? text(item, childPath(path, index)),
      ),
    textRecord: (node, path, { lenient } = { lenient: false }) =>
      Object.fromEntries(
        entries(node, path).map(({ key, value }) => [
          key,
          (lenient ? asWritten(value) : undefined) ?? text(value, childPath(path, key)),
        ]),
      ),
    flag: (node, path) => {
      if (node.kind === 'flag') return node.value;
      throw wrong(node, path, shown(node), 'true or false');
    },
    wholeNumber: (node, path, { min, max, unit }) => {
      const fits = node.kind === 'number' && Number.isInteger(node.value);
      if (fits && node.value >= min && node.value <= max) return node.value;
      throw wrong(node, path, shown(node), `a whole number from ${min} to ${max} (${unit})`);
    },
    choice: (node, path, words) => {
      const value = node.kind === 'text' ? text(node, path) : undefined;
      const word = words.find((candidate) => candidate === value);
      if (word !== undefined) return word;
      throw wrong(node, path, shownWord(node), `one of ${words.join(', ')}`);
    },
  };
}

function asWritten(node: ConfigNode): string | undefined {
  if (node.kind === 'number') return node.written;
  return node.kind === 'flag' ? String(node.value) : undefined;
}

const kindNames = {
  object: 'an object',
  list: 'a list',
  text: 'a text',
  number: 'a number',
  flag: 'true or false',
  null: 'null',
} as const satisfies Record<ConfigNode['kind'], string>;

function kindOf(node: ConfigNode): string {
  return kindNames[node.kind];
}

function shown(node: ConfigNode): string {
  if (node.kind === 'number' && node.written.length <= 24) return node.written;
  if (node.kind === 'flag') return String(node.value);
  return kindOf(node);
}

/** As written in the file, before substitution. */
function shownWord(node: ConfigNode): string {
  const isWord = node.kind === 'text' && /^[A-Za-z][A-Za-z_-]{0,23}$/.test(node.value);
  return isWord ? `"${node.value}"` : shown(node);
}
