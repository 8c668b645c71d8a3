const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;

/** What a key costs that was not seen lately, in values: its text and the shape of its object are made for it alone. */
const valuesOfNewKey = 4;

/** So many keys of a text cost nothing extra. */
const freeKeys = 1000;

/** Keys that are remembered: far more than records have. A power of two. */
const rememberedKeys = 4096;

/** Differs from process to process, so that nobody can prepare keys that are taken for one another. */
const seed = Math.floor(Math.random() * 0x1_0000_0000);

/**
 * How many values JSON text in UTF-8 holds, at most; `too deep` where it nests deeper than `maxDepth`. Parsing
 * itself survives any depth; what walks the value afterwards by recursion does not. And it is values, not
 * bytes, that parsing takes time and memory for: `[{},{},…]` takes twenty times its own size.
 *
 * Keys that are new again and again count as four values each, beyond the first thousand. Measured (Node 20, 1.6
 * million): a number takes 0.03 µs, an object with the key of the one before 0.3 µs, a new key 1 to 2 µs.
 *
 * @param enough counting ends above so many, for whoever refuses the text then. @default Infinity
 * @example countJsonValues(bytesOf('{"a":[1,2]}'), 10) // 4
 */
export function countJsonValues(
  bytes: Uint8Array,
  maxDepth: number,
  enough = Number.POSITIVE_INFINITY,
): number | 'too deep' {
  let depth = 0;
  let values = 1;
  let keys = 0;
  let seen: Int32Array | undefined;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      const end = endOfString(bytes, at);
      if (isKey(bytes, end)) {
        keys += 1;
        if (keys > freeKeys && isNew(hashOf(bytes, at + 1, end), (seen ??= emptySeen())))
          values += valuesOfNewKey - 1;
      }
      at = end;
    } else if (byte === comma) {
      values += 1;
      if (values > enough) return values;
    } else if (byte === 0x5b || byte === 0x7b) {
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

/** Whether the string that ends here is a key: a colon follows, after space at most. */
function isKey(bytes: Uint8Array, end: number): boolean {
  let at = end + 1;
  while (isSpace(bytes[at])) at += 1;
  return bytes[at] === colon;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function emptySeen(): Int32Array {
  return new Int32Array(rememberedKeys);
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = seed;
  for (let at = start; at < end; at += 1)
    hash = Math.imul(hash ^ (bytes[at] as number), 0x0100_0193);
  return hash | 0;
}

/** Remembers a key, in the place of one that it falls together with. */
function isNew(hash: number, seen: Int32Array): boolean {
  const place = (hash ^ (hash >>> 16)) & (rememberedKeys - 1);
  if (seen[place] === hash) return false;
  seen[place] = hash;
  return true;
}
