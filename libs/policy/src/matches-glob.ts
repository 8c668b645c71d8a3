import { SluiceError } from '@sluice/contracts';
import { codePoints } from './code-points.js';
import { compileGlob } from './compile-glob.js';
import { grammarHint } from './grammar-hint.js';
import { matchTokens } from './match-tokens.js';

/**
 * Whether a glob of the rule grammar matches the whole text, exactly as written: `*` is any text
 * (slashes, leading dots, line breaks and nothing at all included), `?` one code point.
 *
 * @throws SluiceError `CONFIG_INVALID` for a pattern outside the grammar.
 * @example matchesGlob('mcp__docs__*', 'mcp__docs__read/page') // true
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const compiled = compileGlob(pattern);
  if (!compiled.ok) {
    throw new SluiceError(
      'CONFIG_INVALID',
      `Cannot read the glob ${JSON.stringify(pattern)}: it ${compiled.problem}`,
      { hint: grammarHint },
    );
  }
  return matchTokens(compiled.glob.exact, codePoints(text));
}
