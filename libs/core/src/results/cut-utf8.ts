/** Bytes of the longest character in UTF-8, less one: how many more than wanted are to be read before a cut. */
export const maxOverhang = 3;

/**
 * Whole characters of UTF-8 bytes: those that start within the first `length` bytes and end there, but
 * at least one. Bytes at the start that continue a character before are skipped.
 *
 * @param bytes with three more than `length` where there are more
 */
export function cutUtf8(
  bytes: Uint8Array,
  length: number,
): { readonly skipped: number; readonly bytes: Uint8Array } {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  let end = Math.min(bytes.length, length);
  while (end > start && isContinuation(bytes[end])) end -= 1;
  if (end <= start && start < bytes.length) {
    // A limit below the size of one character: it is read all the same, or nobody would get on.
    end = start + 1;
    while (isContinuation(bytes[end])) end += 1;
  }
  return { skipped: start, bytes: bytes.subarray(start, end) };
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
