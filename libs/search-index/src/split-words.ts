const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const CAMEL = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

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
  return Array.from(text.matchAll(WORD), ([word]) => {
    const parts = word.split(CAMEL);
    return {
      whole: word.toLowerCase(),
      parts: parts.length > 1 ? parts.map((part) => part.toLowerCase()) : [],
    };
  });
}
