import { compileRegex } from '@sluice/linear-regex';
import { QueryError } from './query-error.js';

/** Looks for one thing in texts. */
export interface Matcher {
  /** Whether the text matches. @throws QueryError `size` when a search has taken all that it may. */
  isIn(text: string): boolean;
  /** Where it is, in UTF-16 code units; 0 where that is not known. */
  placeIn(text: string): number;
}

/** Instructions times characters that one search may take: half a minute at the slowest, a fraction of a second for ordinary expressions. */
export const maxEffort = 300_000_000;

/**
 * Makes a matcher for a text, or for a regular expression of RE2's syntax, whose time is bounded.
 *
 * @throws QueryError `syntax` when the expression cannot be read
 */
export function createMatcher(query: string, isRegex: boolean, mostEffort = maxEffort): Matcher {
  if (query === '') throw new QueryError('syntax', 'it is empty', 0);
  if (!isRegex)
    return { isIn: (text) => text.includes(query), placeIn: (text) => text.indexOf(query) };
  const compiled = compileRegex(query);
  if (!compiled.ok)
    throw new QueryError(
      'syntax',
      compiled.problem,
      0,
      'It is an expression of RE2: Perl without back-references and look-around.',
    );
  const { regex } = compiled;
  let effort = 0;
  return {
    isIn(text) {
      effort += regex.size * (text.length + 1);
      if (effort > mostEffort) throw new QueryError('size', 'the search takes too long', 0);
      return regex.isIn(text);
    },
    placeIn: () => 0,
  };
}
