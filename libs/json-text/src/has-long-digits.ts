/** Taken when the module is loaded: in a runner a program comes later, and may patch it. */
const charCodeAt = Function.prototype.bind.bind(Function.prototype.call)(
  String.prototype.charCodeAt,
) as (text: string, index: number) => number;

/** Sixteen digits in a row is the shortest text whose integer may exceed 2^53 − 1. */
const longLength = 16;

/**
 * Whether a text has sixteen digits in a row. It looks at every sixteenth character, one of which
 * each such row must hold, and at its neighbours where it is a digit; on large texts that takes a
 * third to a fifth of the time of `/\d{16}/`.
 *
 * @example hasLongDigits('{"id":12345678901234567890}') // true
 */
export function hasLongDigits(text: string): boolean {
  for (let at = longLength - 1; at < text.length; at += longLength) {
    if (!isDigitAt(text, at)) continue;
    let start = at;
    while (start > 0 && isDigitAt(text, start - 1)) start -= 1;
    let end = at + 1;
    while (end - start < longLength && isDigitAt(text, end)) end += 1;
    if (end - start >= longLength) return true;
  }
  return false;
}

/** False beyond the end, where the code is NaN. */
function isDigitAt(text: string, index: number): boolean {
  const code = charCodeAt(text, index);
  return code >= 0x30 && code <= 0x39;
}
