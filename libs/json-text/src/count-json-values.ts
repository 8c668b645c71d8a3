const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;

/**
 * How many values JSON text in UTF-8 holds, at most; `too deep` where it nests deeper than `maxDepth`. Parsing
 * itself survives any depth; what walks the value afterwards by recursion does not. And it is values, not
 * bytes, that parsing takes time and memory for: `[{},{},…]` takes twenty times its own size.
 *
 * @example countJsonValues(bytesOf('{"a":[1,2]}'), 10) // 4
 */
export function countJsonValues(bytes: Uint8Array, maxDepth: number): number | 'too deep' {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) at = endOfString(bytes, at);
    else if (byte === comma) values += 1;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) return 'too deep';
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return values;
}

/** Index of the quote that closes the string; native search makes long strings cheap. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    at = bytes.indexOf(quote, at + 1);
    if (at < 0) return bytes.length;
    let backslashes = 0;
    while (bytes[at - 1 - backslashes] === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}
