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

/** Keys are told apart by so many of their first bytes: one that is longer takes the room of four values anyway. */
const hashedBytes = 256;

/** Differs from process to process, so that nobody can prepare keys that are taken for one another. */
const seed = Math.floor(Math.random() * 0x1_0000_0000);

/** Counts the values of JSON text that comes in pieces. */
export interface JsonCounter {
  /** Takes the next bytes. False when it need not be told more: the count is above `enough`, or the text too deep. */
  push(bytes: Uint8Array): boolean;
  /** How many values there are so far. */
  values(): number | 'too deep';
  /** Most levels of objects and arrays so far. */
  depth(): number;
}

/**
 * Makes a counter; see `countJsonValues`, which counts a text in one piece. The pieces may end anywhere.
 *
 * @param enough counting ends above so many. @default Infinity
 */
export function createJsonCounter(
  maxDepth: number,
  enough = Number.POSITIVE_INFINITY,
): JsonCounter {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  let keys = 0;
  let isTooDeep = false;
  let seen: Int32Array | undefined;
  /** Inside a string; then with what its first bytes were, and whether a backslash stands before the next byte. */
  let isInString = false;
  let isEscaped = false;
  let hash = seed;
  let hashed = 0;
  /** Behind a string of which only the next piece can tell whether it is a key. */
  let mayBeKey = false;

  const addKey = () => {
    keys += 1;
    if (keys > freeKeys && isNew(hash, (seen ??= new Int32Array(rememberedKeys))))
      values += valuesOfNewKey - 1;
  };
  const addToHash = (bytes: Uint8Array, start: number, end: number) => {
    const last = Math.min(end, start + hashedBytes - hashed);
    for (let at = start; at < last; at += 1)
      // FNV-1a.
      hash = Math.imul(hash ^ (bytes[at] as number), 0x0100_0193) | 0;
    hashed += Math.max(0, last - start);
  };
  /** Goes on in a string from `start`; the index of its closing quote, or the length where it goes on. */
  const endOfString = (bytes: Uint8Array, start: number): number => {
    let from = start + (isEscaped ? 1 : 0);
    for (;;) {
      const at = bytes.indexOf(quote, from);
      const end = at < 0 ? bytes.length : at;
      let backslashes = 0;
      while (end - 1 - backslashes >= start && bytes[end - 1 - backslashes] === backslash)
        backslashes += 1;
      const isFromStart = backslashes > 0 && end - backslashes === start && isEscaped;
      isEscaped = (isFromStart ? backslashes - 1 : backslashes) % 2 === 1;
      if (at < 0) return end;
      if (!isEscaped) return at;
      isEscaped = false;
      from = at + 1;
    }
  };

  return {
    values: () => (isTooDeep ? 'too deep' : values),
    depth: () => deepest,
    push(bytes) {
      if (isTooDeep || values > enough) return false;
      let at = 0;
      if (bytes.length > 0 && isInString) {
        const end = endOfString(bytes, 0);
        addToHash(bytes, 0, end);
        isInString = end === bytes.length;
        mayBeKey = !isInString;
        at = end + 1;
      }
      for (; at < bytes.length; at += 1) {
        const byte = bytes[at];
        if (mayBeKey) {
          if (isSpace(byte)) continue;
          mayBeKey = false;
          if (byte === colon) addKey();
        }
        if (byte === quote) {
          isEscaped = false;
          hash = seed;
          hashed = 0;
          const start = at + 1;
          const end = endOfString(bytes, start);
          const next = nextOf(bytes, end);
          // Of most strings it is plain that they are no keys: those need no hash.
          if (next === undefined || next === colon) addToHash(bytes, start, end);
          if (end === bytes.length) isInString = true;
          else if (next === undefined) mayBeKey = true;
          else if (next === colon) addKey();
          at = end;
        } else if (byte === comma) {
          values += 1;
          if (values > enough) return false;
        } else if (byte === 0x5b || byte === 0x7b) {
          depth += 1;
          values += 1;
          if (depth > deepest) deepest = depth;
          if (depth > maxDepth) {
            isTooDeep = true;
            return false;
          }
        } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
      }
      return true;
    },
  };
}

/** The first byte behind a string that is no space. */
function nextOf(bytes: Uint8Array, end: number): number | undefined {
  let at = end + 1;
  while (isSpace(bytes[at])) at += 1;
  return bytes[at];
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Remembers a key, in the place of one that it falls together with. */
function isNew(hash: number, seen: Int32Array): boolean {
  const place = (hash ^ (hash >>> 16)) & (rememberedKeys - 1);
  if (seen[place] === hash) return false;
  seen[place] = hash;
  return true;
}
