import { bytesClass, charCodeAt, decodeText } from './intrinsics.js';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const padding = 61;

const codeByDigit = new Uint8Array(64);
const digitByCode = new Uint8Array(128);
for (let digit = 0; digit < 64; digit += 1) {
  const code = alphabet.charCodeAt(digit);
  codeByDigit[digit] = code;
  digitByCode[code] = digit;
}

/** Standard base64 (RFC 4648, section 4) of bytes. */
export function encodeBase64(bytes: Uint8Array): string {
  const { length } = bytes;
  const text = new bytesClass(((length + 2 - ((length + 2) % 3)) / 3) * 4);
  for (let at = 0, out = 0; at < length; at += 3, out += 4) {
    const triple =
      ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    text[out] = codeByDigit[triple >> 18] as number;
    text[out + 1] = codeByDigit[(triple >> 12) & 63] as number;
    text[out + 2] = at + 1 < length ? (codeByDigit[(triple >> 6) & 63] as number) : padding;
    text[out + 3] = at + 2 < length ? (codeByDigit[triple & 63] as number) : padding;
  }
  return decodeText(text);
}

/** The bytes of standard base64; characters that are none read as zero bits. */
export function decodeBase64(text: string): Uint8Array {
  let { length } = text;
  while (length > 0 && charCodeAt(text, length - 1) === padding) length -= 1;
  const bytes = new bytesClass((length * 3 - ((length * 3) % 4)) / 4);
  for (let at = 0, out = 0; at < length; at += 4, out += 3) {
    let quad = 0;
    for (let index = at; index < at + 4; index += 1)
      quad = (quad << 6) | (index < length ? (digitByCode[charCodeAt(text, index)] ?? 0) : 0);
    bytes[out] = quad >> 16;
    bytes[out + 1] = quad >> 8;
    bytes[out + 2] = quad;
  }
  return bytes;
}
