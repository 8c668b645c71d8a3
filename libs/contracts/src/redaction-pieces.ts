/**
 * Where a text may be cut without cutting through what `redactText` looks for; each ends at the cut:
 * before a space, but for those that may stand between a name and its secret; before a key of JSON, which is no part of
 * a name in a URL, for no password begins with a quote.
 */
const cuts = /[^a-z\s"'=:](?=\s)|[a-z](?<!bearer|basic)(?=\s+[^\s=:])|,(?=\{?"[\w-]{1,100}":")/gi;

/**
 * The text in pieces that may be redacted one by one: `redactText` makes the same of them as of the whole.
 *
 * @param minCharacters UTF-16 units of a piece, at least; one without a place to cut is longer
 */
export function redactionPieces(text: string, minCharacters: number): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > minCharacters) {
    cuts.lastIndex = start + minCharacters;
    if (cuts.exec(text) === null) break;
    pieces.push(text.slice(start, cuts.lastIndex));
    start = cuts.lastIndex;
  }
  return [...pieces, text.slice(start)];
}
