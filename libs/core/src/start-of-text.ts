import { cutUtf8 } from './results/cut-utf8.js';

/** The start of a text that is at most so long: in UTF-16 code units, or in bytes where it is given so. */
export function startOfText(text: string | Uint8Array, maxLength: number): string {
  if (typeof text === 'string') return text.slice(0, maxLength);
  const isAll = text.length <= maxLength;
  return decodeText(isAll ? text : cutUtf8(text, maxLength).bytes);
}

/** A text that may have come as its bytes in UTF-8. */
export function decodeText(text: string | Uint8Array): string {
  if (typeof text === 'string') return text;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(text);
}
