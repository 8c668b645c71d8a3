const quote = 0x22;
const backslash = 0x5c;

/**
 * The start of a JSON text as JSON text of its own: at most so many values, with everything closed that
 * is open there. The text itself where it holds no more. Parsing takes time and memory by the value, not by
 * the byte, so this is how to look at a text of any size.
 *
 * @param maxValues an object or array counts as one, and so does each thing in it; an empty one as two
 * @example headOfJson('{"a":[1,2,3]}', 3) // '{"a":[1]}'
 */
export function headOfJson(json: string, maxValues: number): string {
  // A value and its comma take two characters.
  if (json.length <= maxValues * 2) return json;
  const closers: string[] = [];
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) {
      at = endOfString(json, at);
      continue;
    }
    const isOpening = code === 0x5b || code === 0x7b;
    if (isOpening || code === 0x2c) values += 1;
    if (values > maxValues) return json.slice(0, at + (isOpening ? 1 : 0)) + closing(closers, code);
    if (isOpening) closers.push(closerOf(code));
    else if (code === 0x5d || code === 0x7d) closers.pop();
  }
  return json;
}

/** What closes everything that is open: at a comma, or inside what has just been opened. */
function closing(closers: readonly string[], code: number): string {
  const inner = code === 0x2c ? '' : closerOf(code);
  return inner + [...closers].reverse().join('');
}

function closerOf(opening: number): string {
  return opening === 0x5b ? ']' : '}';
}

/** Index of the quote that closes the string; native search makes long strings cheap. */
function endOfString(json: string, start: number): number {
  let at = start;
  for (;;) {
    at = json.indexOf('"', at + 1);
    if (at < 0) return json.length;
    let backslashes = 0;
    while (json.charCodeAt(at - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
}
