/**
 * A foreign text as a person can trust what they see: every character that would not show, or would
 * move the others (control and bidirectional characters, terminal escapes, tags, lone surrogates), is
 * an escape in its place, and so are the marks of a letter beyond the fourth, which cover the lines around. Line breaks and tabs stay; `\r\n` is one. So do pictures that are joined of several.
 *
 * @example showText('a\u202eb\u001b[2J') // 'a\\u202eb\\u001b[2J'
 */
export function showText(text: string): string {
  return text
    .replace(/\r\n/g, '\n')
    .replace(pictureOrHidden, (found, picture: string | undefined) => picture ?? escapesOf(found));
}

const part = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?`;
const hidden = String.raw`[^\P{C}\n\t]|\p{Default_Ignorable_Code_Point}|[\u2028\u2029]|(?<=\p{M}{4})\p{M}`;

/** Joiners and selectors between the parts of one picture hide nothing. */
const pictureOrHidden = new RegExp(String.raw`(${part}(?:\u200d${part})*)|${hidden}`, 'gu');

function escapesOf(characters: string): string {
  return [...Array(characters.length).keys()]
    .map((at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('');
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
