/** The bytes of a text in UTF-8; half a surrogate pair counts as the three of U+FFFD. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}
