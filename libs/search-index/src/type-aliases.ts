import { isReservedWord } from './is-reserved-word.js';
import { shadowsGlobal } from './shadows-global.js';
import { toIdentifier } from './to-identifier.js';

/** A type with a name of its own: `type <name> = <text>`. */
export interface TypeAlias {
  readonly name: string;
  readonly text: string;
}

const COMMENT_OR_STRING = /\/\*.*?\*\/|"(?:[^"\\]|\\.)*"/g;
/** Longest alias, in UTF-16 code units. */
const MAX_NAME_LENGTH = 32;
/** Names that TypeScript itself keeps or knows as types; hidden, they would make other types mean something else. */
const BUILT_IN = new Set(
  `Any BigInt Boolean Never Null Number Object String Symbol Undefined Unknown Void Record Partial
  Required Readonly Pick Omit Exclude Extract Awaited PromiseLike ArrayLike`.split(/\s+/),
);

/**
 * A name for a type that no other one of the signature has, in upper camel case, made of a title or the end
 * of a reference. It hides no built-in.
 *
 * @example aliasName('tree node', new Set()) // 'TreeNode'
 */
export function aliasName(wish: string, taken: ReadonlySet<string>): string {
  const words = wish.slice(0, 2 * MAX_NAME_LENGTH).split(/[^\p{L}\p{N}]+/u);
  const camel = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  const { text } = toIdentifier(camel);
  const short = Array.from(text).slice(0, MAX_NAME_LENGTH).join('');
  const isHidden = BUILT_IN.has(short) || shadowsGlobal(short) || isReservedWord(short);
  const base = short === '' ? 'Shape' : isHidden ? `${short}Type` : short;
  for (let number = 1; ; number++) {
    const name = number === 1 ? base : `${base}${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Aliases as statements behind a declaration, each with `; ` before it. */
export function printAliases(aliases: readonly TypeAlias[]): string {
  return aliases.map(({ name, text }) => `; type ${name} = ${text}`).join('');
}

/** Those aliases that a text needs, and those that they need in turn; the outermost first. */
export function neededAliases(text: string, aliases: readonly TypeAlias[]): readonly TypeAlias[] {
  const needed = new Set<TypeAlias>();
  const texts = [text];
  for (const next of texts) {
    const words = new Set(
      next.replaceAll(COMMENT_OR_STRING, '').match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu),
    );
    for (const alias of aliases) {
      if (needed.has(alias) || !words.has(alias.name)) continue;
      needed.add(alias);
      texts.push(alias.text);
    }
  }
  return [...needed];
}
