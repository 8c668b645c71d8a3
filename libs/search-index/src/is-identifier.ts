const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;

/**
 * Whether a text may stand after a dot, or as a property name without quotes. Unicode letters
 * count, reserved words too (`tools.x.delete` is a member like any other). Invisible characters
 * that JavaScript would allow do not: two names that look alike must not be two tools.
 *
 * @example isIdentifier('工具') // true
 * @example isIdentifier('3d') // false
 */
export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text) && !INVISIBLE.test(text);
}
