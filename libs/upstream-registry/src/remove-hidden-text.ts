import type { Json } from '@sluice/contracts';

const escape = String.fromCharCode(0x1b);
const bell = String.fromCharCode(0x07);

/** Terminal control sequences: `ESC [ … letter` and `ESC ] … BEL` (ECMA-48). */
const terminal = new RegExp(
  `${escape}\\[[0-?]*[ -/]*[@-~]|${escape}\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)?`,
  'g',
);

/**
 * What no reader sees and a model does: tag characters (U+E0000), zero-width and bidirectional
 * characters, other controls than tab and line break.
 */
const hidden = /[\p{Cf}\p{Default_Ignorable_Code_Point}]|[^\P{Cc}\n\r\t]/gu;

/** Keys of a JSON Schema whose values are texts for a reader. */
const textKeys: ReadonlySet<string> = new Set(['title', 'description', '$comment']);

/** Keys whose values are data: they stay as they are, a tool may want exactly them. */
const dataKeys: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples']);

/** Removes hidden characters from texts, and counts them. */
export interface HiddenTextRemover {
  text(text: string): string;
  /** The schema with its titles, descriptions and comments cleaned; the same object where nothing was hidden. */
  schema<T extends Json>(schema: T): T;
  /** Code points removed so far. */
  readonly count: number;
}

/** Makes a remover with a count of its own. */
export function createHiddenTextRemover(): HiddenTextRemover {
  let count = 0;
  const drop = (found: string) => {
    count += [...found].length;
    return '';
  };
  const clean = (text: string) => text.replace(terminal, drop).replace(hidden, drop);
  const cleanMember = ([key, value]: [string, Json]): [string, Json] => {
    if (dataKeys.has(key)) return [key, value];
    return [key, textKeys.has(key) && typeof value === 'string' ? clean(value) : walk(value)];
  };
  const walk = (value: Json): Json => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(walk);
    // `fromEntries` defines own properties, `__proto__` included.
    return Object.fromEntries(Object.entries(value).map(cleanMember));
  };
  return {
    text: clean,
    schema<T extends Json>(schema: T): T {
      const before = count;
      const cleaned = walk(schema) as T;
      return count === before ? schema : cleaned;
    },
    get count() {
      return count;
    },
  };
}
