const VOWEL = /[aeiouy]/;

/**
 * A light English stem: plural, `-ing`, `-ed` and a final `e` go, so that *creates*, *creating* and
 * *created* meet *create*, and *repositories* meets *repository*. It forgets little: words of three
 * letters and words that are not ASCII stay as they are.
 *
 * @example stemWord('queries') // 'query'
 */
export function stemWord(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return dropFinalE(dropSuffix(singular(word)));
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

function dropSuffix(word: string): string {
  for (const suffix of ['ing', 'ed']) {
    const stem = word.slice(0, -suffix.length);
    if (!word.endsWith(suffix) || stem.length < 3 || !VOWEL.test(stem)) continue;
    // "running" and "planned" double their last letter; "filling" and "passed" had two before.
    return /([bdgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
  }
  return word;
}

function dropFinalE(word: string): string {
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word;
}
