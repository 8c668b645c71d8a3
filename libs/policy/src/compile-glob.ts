import { codePoints } from './code-points.js';
import { foldText } from './fold-text.js';
import { ANY_ONE, ANY_TEXT } from './glob.js';
import type { Glob, GlobTokens } from './glob.js';

/** A compiled pattern, or what is wrong with it as the end of a sentence. */
export type CompiledGlob =
  { readonly ok: true; readonly glob: Glob } | { readonly ok: false; readonly problem: string };

/**
 * Compiles a pattern of the rule grammar (docs/guide/configuration.md): `*` is any text, `?` one
 * code point, and nothing else is special.
 *
 * Characters that mean something in other glob dialects are refused rather than taken literally: a
 * reader who expects `[!d]` or `{a,b}` to work would get a rule that says something else.
 *
 * @param fold the spellings of a cautious rule; {@link foldText} is for names
 */
export function compileGlob(
  pattern: string,
  fold: (text: string) => readonly string[] = foldText,
): CompiledGlob {
  if (pattern === '') return { ok: false, problem: 'is empty and would match nothing' };
  const refused = refusedCharacter.exec(pattern)?.[0];
  if (refused !== undefined) return { ok: false, problem: `holds "${refused}"` };
  return { ok: true, glob: { exact: tokensOf(pattern), folded: foldedTokens(pattern, fold) } };
}

const refusedCharacter = /[[\]{}()!\\]/;
const wildcards = /([*?])/;

function tokensOf(pattern: string): GlobTokens {
  return pattern.split(wildcards).flatMap(tokensOfPart);
}

/**
 * One token list per spelling. Only the literal parts are folded: compatibility forms hold
 * look-alikes of `*` and `?`.
 */
function foldedTokens(
  pattern: string,
  fold: (text: string) => readonly string[],
): readonly GlobTokens[] {
  const parts = pattern
    .split(wildcards)
    .map((part, index) => (isWildcard(index) ? [part] : fold(part)));
  const count = Math.max(...parts.map((spellings) => spellings.length));
  const lists = new Map<string, GlobTokens>();
  for (let spelling = 0; spelling < count; spelling += 1) {
    const tokens = parts
      .map((spellings) => spellings[spellings.length === 1 ? 0 : spelling] ?? '')
      .flatMap(tokensOfPart);
    lists.set(tokens.join(), tokens);
  }
  return [...lists.values()];
}

function tokensOfPart(text: string, index: number): GlobTokens {
  if (!isWildcard(index)) return codePoints(text);
  return [text === '*' ? ANY_TEXT : ANY_ONE];
}

/** `split()` with a group puts what it split at in the odd places. */
function isWildcard(index: number): boolean {
  return index % 2 === 1;
}
