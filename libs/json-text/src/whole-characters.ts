/** Bytes of the longest character in UTF-8. */
const maxBytes = 4;

/**
 * How many of the first bytes of UTF-8 text are whole characters: a text that is cut there and decoded in two parts is
 * what it is as a whole, also where it is broken. The rest is three bytes at most.
 *
 * @example wholeCharacters(Uint8Array.of(0x61, 0xc3)) // 1: the second letter is cut off
 */
export function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back < maxBytes && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] as number;
    // A continuation tells nothing: what it belongs to stands before it.
    if (byte >= 0x80 && byte < 0xc0) continue;
    return byte < 0xc0 ? bytes.length : bytes.length - back;
  }
  return bytes.length;
}
