import { termsOfWord } from './search-terms.js';
import { spellOutValues } from './spell-out-values.js';
import { rawWords, splitWord } from './split-words.js';
import { stemWord } from './stem-word.js';

/** Terms of one query that count; what is beyond adds nothing but time. */
const MAX_TERMS = 64;
/**
 * What people say around a need. In a tool's text the same words may tell, so they are left out only
 * of prose: beside so many other terms.
 */
const IDLE_TERMS = new Set(
  `tell know want help thank hello hi hey wonder interest able plan look go really very much provide
  give could curious recently suggest recommend now today once one two`
    .split(/\s+/)
    .map(stemWord),
);
const MIN_PROSE_TERMS = 4;

/** What the index knows. */
export interface KnownTerms {
  isKnown(term: string): boolean;
  /** Whether few tools have a term, but some do. */
  isRare(term: string): boolean;
}

/**
 * The terms that a query asks for, each once, in its order. A camel-case word counts whole where the
 * index knows it so ("GitHub"), else by its parts; two words count as one too where few tools write
 * them so ("time zone" as "timezone").
 */
export function queryTerms(query: string, known: KnownTerms): readonly string[] {
  const terms = new Set<string>();
  const words = rawWords(spellOutValues(query));
  for (const [index, word] of words.entries()) {
    if (terms.size >= MAX_TERMS) break;
    for (const term of termsToFind(word, known)) terms.add(term);
    const joined = joinedTerm(word, words[index + 1]);
    if (joined !== undefined && known.isRare(joined)) terms.add(joined);
  }
  const telling = [...terms].filter((term) => !IDLE_TERMS.has(term));
  return telling.length >= MIN_PROSE_TERMS ? telling : [...terms];
}

function termsToFind(word: string, { isKnown }: KnownTerms): readonly string[] {
  const { whole, parts } = splitWord(word);
  if (parts.length === 0) return termsOfWord(whole, []);
  const [joined] = termsOfWord(whole, []);
  return joined !== undefined && isKnown(joined)
    ? [joined]
    : parts.flatMap((part) => termsOfWord(part, []));
}

/** Two neighbours as one term; undefined where one is too short to be part of a word. */
function joinedTerm(word: string, next: string | undefined): string | undefined {
  if (next === undefined || word.length < 2 || next.length < 2) return undefined;
  return termsOfWord(`${word}${next}`.toLowerCase(), [])[0];
}
