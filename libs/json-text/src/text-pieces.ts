import { isHighSurrogate } from './utf8-length.js';

/**
 * A text in pieces of at most `pieceLength` UTF-16 code units, none of which ends inside a surrogate pair: what is done to
 * one after the other is done to the text.
 *
 * @param pieceLength at least 2
 * @example [...textPieces('abcde', 2)] // ['ab', 'cd', 'e']
 */
export function* textPieces(text: string, pieceLength: number): Generator<string> {
  for (let at = 0; at < text.length;) {
    let end = at + pieceLength;
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield text.slice(at, end);
    at = end;
  }
}
