/**
 * The words of a command line: spaces part them, single and double quotes keep them together. Nothing else is
 * special, for no shell reads them. `undefined` where a quote is open or there is no word.
 *
 * @example splitWords(`pass show "my key"`) // ['pass', 'show', 'my key']
 */
export function splitWords(line: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (const character of line) {
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (word !== undefined) words.push(word);
  return quote === undefined && words.length > 0 ? words : undefined;
}
