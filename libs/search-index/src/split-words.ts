const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts that write few spaces; their words end where another script begins. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]+/u;
const UNSPACED_RUNS = new RegExp(`(${UNSPACED.source})`, 'u');
const ASCII_WORD = /[A-Za-z0-9]+/g;
const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const NO_HUMP = /^(?:[A-Z]?[a-z0-9]*|[A-Z]+)$/;
const ASCII = /^[\x00-\x7f]*$/;

/** One word of a text: whole, and its camel-case parts where it has several. Lower case. */
export interface Word {
  readonly whole: string;
  readonly parts: readonly string[];
}

/**
 * Splits names and prose into words: at everything that is neither letter nor digit (so at `_`,
 * `-`, `.`, `/` too), and inside a word at its camel humps.
 *
 * @example splitWords('get_HTTPHeader') // [{ whole: 'get', parts: [] }, { whole: 'httpheader', parts: ['http', 'header'] }]
 */
export function splitWords(text: string): Word[] {
  return rawWords(text).map(splitWord);
}

/** The words of a text as they are written. */
export function rawWords(text: string): readonly string[] {
  if (ASCII.test(text)) return text.match(ASCII_WORD) ?? [];
  const words: readonly string[] = text.match(WORD) ?? [];
  return UNSPACED.test(text)
    ? words.flatMap((word) => word.split(UNSPACED_RUNS).filter((part) => part !== ''))
    : words;
}

/** One word by its camel humps. */
export function splitWord(word: string): Word {
  const whole = word.toLowerCase();
  if (NO_HUMP.test(word)) return { whole, parts: [] };
  const parts = word.split(CAMEL);
  return { whole, parts: parts.length > 1 ? parts.map((part) => part.toLowerCase()) : [] };
}
