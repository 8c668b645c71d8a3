const RESERVED = new Set(
  `await break case catch class const continue debugger default delete do else enum export extends
  false finally for function if implements import in instanceof interface let new null package
  private protected public return static super switch this throw true try typeof var void while
  with yield`.split(/\s+/),
);

/**
 * Whether a text is a reserved word of a strict async function body (ECMA-262, "Keywords and
 * Reserved Words"), which can therefore never be a variable there.
 */
export function isReservedWord(text: string): boolean {
  return RESERVED.has(text);
}
