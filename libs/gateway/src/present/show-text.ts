/**
 * A foreign text as a person can trust what they see: every character that would not show, or would
 * move the others (control and bidirectional characters, terminal escapes, tags, lone surrogates), is
 * an escape in its place. Line breaks and tabs stay; `\r\n` is one.
 *
 * @example showText('a\u202eb\u001b[2J') // 'a\\u202eb\\u001b[2J'
 */
export function showText(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(/[^\P{C}\n\t]|\p{Default_Ignorable_Code_Point}|[\u2028\u2029]/gu, (hidden) =>
      [...Array(hidden.length).keys()]
        .map((at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`)
        .join(''),
    );
}

/**
 * The same in one line of at most `maxCharacters`; what is cut is counted.
 *
 * @example showLine('one\ntwo', 100) // 'one\\ntwo'
 */
export function showLine(text: string, maxCharacters: number): string {
  const shown = text.length > maxCharacters ? text.slice(0, maxCharacters) : text;
  const line = showText(shown).replace(/\n/g, '\\n').replace(/\t/g, '\\t');
  const left = text.length - shown.length;
  return left === 0 ? line : `${line}… (${left} more characters)`;
}
