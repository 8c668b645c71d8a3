import type { NewResult } from '@sluice/contracts';

/** Largest chunk: hashing one takes a few milliseconds, and others are served between two. In UTF-16 code units or bytes; a multiple of 4. */
const chunkLength = 524_288;

/** A content as it is kept: a text, bytes, or bytes as base64. */
export type Content = string | Uint8Array | { readonly base64: string };

/** The content of a result. */
export function contentOf(result: NewResult): Content {
  if (result.kind !== 'bytes') return result.text;
  return 'bytes' in result ? result.bytes : { base64: result.base64 };
}

/**
 * A text in UTF-8, or bytes, piece by piece: a large content is never encoded or decoded as a whole, and no
 * piece ends inside a character.
 */
export function contentChunks(content: Content): Iterable<Uint8Array> {
  if (typeof content === 'string') return textChunks(content);
  return content instanceof Uint8Array ? byteChunks(content) : base64Chunks(content.base64);
}

function* byteChunks(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkLength) yield bytes.subarray(at, at + chunkLength);
}

function* textChunks(text: string): Generator<Uint8Array> {
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + chunkLength, text.length);
    if (end < text.length && isLowSurrogate(text.charCodeAt(end))) end += 1;
    yield Buffer.from(text.slice(at, end), 'utf8');
    at = end;
  }
}

/** What is no letter of base64 (line breaks, say) is skipped, as decoders of mail do; padding says nothing that the length does not. */
function* base64Chunks(base64: string): Generator<Uint8Array> {
  let rest = '';
  for (let at = 0; at < base64.length; at += chunkLength) {
    const letters = rest + base64.slice(at, at + chunkLength).replace(/[^A-Za-z0-9+/_-]/g, '');
    const end = letters.length - (letters.length % 4);
    rest = letters.slice(end);
    if (end > 0) yield Buffer.from(letters.slice(0, end), 'base64');
  }
  const last = Buffer.from(rest, 'base64');
  if (last.length > 0) yield last;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
