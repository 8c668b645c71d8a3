/** Encoded at once, in UTF-16 code units; each takes three bytes at most. */
const pieceLength = 16_384;

// Taken when the module is loaded: in a runner the program comes later and may patch it.
const encoder = new TextEncoder();
const encodeInto = encoder.encodeInto.bind(encoder);
let scratch: Uint8Array | undefined;

/**
 * Bytes of a text in UTF-8; nothing of its size is made. A lone surrogate counts as the three bytes of
 * U+FFFD, which is what an encoder writes for it (WHATWG Encoding).
 *
 * The encoder counts, not a loop of ours: one over 100 MB took 2 s where the compiler had not come to it, and that is
 * how it is on a busy machine; the encoder takes 20 ms.
 *
 * @example utf8Length('é🦆') // 6
 */
export function utf8Length(text: string): number {
  scratch ??= new Uint8Array(pieceLength * 3);
  if (text.length <= pieceLength) return encodeInto(text, scratch).written;
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    let end = at + pieceLength;
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    bytes += encodeInto(text.slice(at, end), scratch).written;
    at = end;
  }
  return bytes;
}

/** First half of a surrogate pair. */
export function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Second half of a surrogate pair. */
export function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/**
 * Whether UTF-8 can say a text: no half of a surrogate pair stands alone.
 *
 * @example isWellFormed('a\ud83e') // false
 */
export function isWellFormed(text: string): boolean {
  // ES2024, and in every Node that we run on; a pattern takes seconds for 100 MB.
  return (text as unknown as { isWellFormed(): boolean }).isWellFormed();
}
