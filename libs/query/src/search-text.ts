import type { SearchInput, SearchMatch, SearchOutput } from '@sluice/contracts';
import { parseJson, utf8Length } from '@sluice/json-text';
import { createMatcher, maxEffort } from './create-matcher.js';
import type { Matcher } from './create-matcher.js';
import { decodeText } from './decode-text.js';
import { excerptOf } from './excerpt-of.js';
import { forEachLeaf } from './for-each-leaf.js';
import { problemOf } from './problem-of.js';
import { QueryError } from './query-error.js';

/**
 * Looks for a text or a regular expression: in a text line by line, in a JSON value leaf by leaf, by
 * the leaf's value and its own key.
 *
 * @example searchText({ text: '{"a":[{"id":7}]}', kind: 'json', query: '7', isRegex: false, limit: 9, maxExcerptLength: 99 })
 * // one match: { kind: 'leaf', path: 'a[0].id', excerpt: '7' }
 */
export function searchText(input: SearchInput): SearchOutput {
  return search(input, maxEffort);
}

/** Longest text that is searched in place, in UTF-16 code units, and what an expression may take there. */
const maxSmallLength = 262_144;
const smallEffort = 200_000;

/** The same where it takes no more than some 30 ms, whatever the text and the query; else undefined. */
export function searchSmallText(input: SearchInput): SearchOutput | undefined {
  if (input.text.length > maxSmallLength) return undefined;
  const output = search(input, smallEffort);
  const isStopped = output.ok ? !output.isWhole : output.problem.kind === 'size';
  return isStopped ? undefined : output;
}

function search(input: SearchInput, mostEffort: number): SearchOutput {
  const { kind, query, isRegex, limit } = input;
  const matches: SearchMatch[] = [];
  let total = 0;
  const found = (match: () => SearchMatch) => {
    total += 1;
    if (matches.length < limit) matches.push(match());
  };
  try {
    const matcher = createMatcher(query, isRegex, mostEffort);
    const text = decodeText(input.text);
    if (kind === 'text') searchLines(text, input, matcher, found);
    else searchLeaves(input, parseJson(text), matcher, found);
    return { ok: true, matches, total, isWhole: true };
  } catch (error) {
    // What was found up to here is worth having.
    const isStopped = error instanceof QueryError && error.kind === 'size' && matches.length > 0;
    return isStopped
      ? { ok: true, matches, total, isWhole: false }
      : { ok: false, problem: problemOf(error) };
  }
}

type Found = (match: () => SearchMatch) => void;

function searchLines(
  text: string,
  { maxExcerptLength }: SearchInput,
  matcher: Matcher,
  found: Found,
): void {
  let line = 1;
  let offset = 0;
  let measured = 0;
  for (let start = 0; start <= text.length; line += 1) {
    const end = endOfLine(text, start);
    const content = text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
    if (matcher.isIn(content)) {
      const number = line;
      const from = start;
      found(() => {
        offset += utf8Length(text.slice(measured, from));
        measured = from;
        const excerpt = excerptOf(content, matcher.placeIn(content), maxExcerptLength);
        return { kind: 'line', line: number, offset, excerpt };
      });
    }
    start = end + 1;
  }
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

function searchLeaves(
  { maxExcerptLength }: SearchInput,
  value: ReturnType<typeof parseJson>,
  matcher: Matcher,
  found: Found,
): void {
  forEachLeaf(value, (leaf) => {
    if (!matcher.isIn(leaf.text) && !(leaf.key !== undefined && matcher.isIn(leaf.key))) return;
    found(() => {
      const excerpt = excerptOf(leaf.text, matcher.placeIn(leaf.text), maxExcerptLength);
      const shown = leaf.isString ? JSON.stringify(excerpt) : excerpt;
      return { kind: 'leaf', path: leaf.path(), excerpt: shown };
    });
  });
}
