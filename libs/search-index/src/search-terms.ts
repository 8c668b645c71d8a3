import { splitWords } from './split-words.js';
import { stemWord } from './stem-word.js';

/**
 * Words that tell no tool from another. Verbs stay, however common: *list* and *get* are what half
 * of all tools are named for.
 */
const STOP_WORDS = new Set(
  `a about also am an and any are as at be been being but by can could did do does for from had has have
  he her him his how i if in into is it its just let like me my need of on onto or our please she should
  so some such than that the their them then there these they this those to us use using want was we were
  what when where which who will with would you your`.split(/\s+/),
);

const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]+$/u;

/**
 * The terms of a text as the index holds them: words and the humps of camel case, lower case,
 * stemmed, without stop words; pairs of letters too where a script writes no spaces.
 *
 * @example searchTerms('listOpenIssues of GitHub') // ['listopenissu', 'list', 'open', 'issu', 'github', 'git', 'hub']
 */
export function searchTerms(text: string): string[] {
  return splitWords(text).flatMap(({ whole, parts }) => termsOfWord(whole, parts));
}

/** The terms of one word; none for a stop word or a single letter. */
export function termsOfWord(whole: string, parts: readonly string[]): string[] {
  if (UNSPACED.test(whole)) return [whole, ...pairsOf(whole)];
  return [whole, ...parts].filter(isTelling).map(stemWord);
}

function isTelling(word: string): boolean {
  return !STOP_WORDS.has(word) && (word.length > 1 || !/[a-z]/.test(word));
}

function pairsOf(word: string): string[] {
  const letters = Array.from(word);
  return letters.length < 3
    ? []
    : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
