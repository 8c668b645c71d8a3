const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * The start of a JSON text as JSON text of its own: at most so many values, with everything closed that
 * is open there. The text itself where it holds no more. Parsing takes time and memory by the value, not by
 * the byte, so this is how to look at a text of any size.
 *
 * @param maxValues an object or array counts as one, and so does each thing in it; an empty one as two
 * @param isWhole false for a text that is itself only the start of one, wherever that was cut
 * @example headOfJson('{"a":[1,2,3]}', 3, true).head // '{"a":[1]}'
 */
export function headOfJson(
  json: string,
  maxValues: number,
  isWhole: boolean,
): { readonly head: string; readonly isAll: boolean } {
  // A value and its comma take two characters.
  if (isWhole && json.length <= maxValues * 2) return { head: json, isAll: true };
  const closers: string[] = [];
  /** Behind the last thing that is complete. */
  let end = 0;
  let values = 1;
  for (let at = 0; at < json.length && values <= maxValues; at += 1) {
    const code = json.charCodeAt(at);
    if (code === quote) at = endOfString(json, at);
    else if (code === comma) {
      values += 1;
      end = at;
    } else if (code === openBracket || code === openBrace) {
      values += 1;
      end = at + 1;
      closers.push(code === openBracket ? ']' : '}');
    } else if (code === closeBracket || code === closeBrace) {
      end = at + 1;
      closers.pop();
    }
  }
  if (isWhole && values <= maxValues) return { head: json, isAll: true };
  return { head: json.slice(0, end) + closers.reverse().join(''), isAll: false };
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
