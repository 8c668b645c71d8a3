const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A text as a TypeScript string literal in double quotes. Invisible, control and direction
 * characters are escaped, so that what is shown is what is meant; so is `*` before `/`, so that the
 * literal may stand inside a comment.
 *
 * @example quote('1st') // '"1st"'
 */
export function quote(text: string): string {
  return JSON.stringify(text)
    .replace(UNSAFE, (character) =>
      Array.from(
        { length: character.length },
        (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
      ).join(''),
    )
    .replaceAll('*/', '*\\/');
}
