/** Largest chunk: hashing one takes a few milliseconds, and others are served between two. In UTF-16 code units or bytes. */
const chunkLength = 524_288;

/**
 * A text in UTF-8, or bytes, piece by piece: a large content is never encoded as a whole, and no
 * piece ends inside a character.
 */
export function* contentChunks(content: string | Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < content.length;) {
    if (typeof content !== 'string') {
      yield content.subarray(at, (at += chunkLength));
      continue;
    }
    let end = Math.min(at + chunkLength, content.length);
    if (end < content.length && isLowSurrogate(content.charCodeAt(end))) end += 1;
    yield Buffer.from(content.slice(at, end), 'utf8');
    at = end;
  }
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
