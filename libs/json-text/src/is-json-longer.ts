import type { JsonValue } from './json-value.js';

/** Counted for a number, and what stands beside a value: commas, colons, brackets. */
const numberLength = 8;
const marksLength = 2;

/**
 * Whether the JSON text of a value has more than `maxLength` UTF-16 code units, as far as that can be told without
 * printing: escapes do not count, and a number counts as eight. It ends as soon as it is known, so that a value of
 * 100 MB takes no longer than a small one.
 *
 * @throws RangeError when the value is nested deeper than the stack
 * @example isJsonLonger({ text: 'x'.repeat(1000) }, 100) // true
 */
export function isJsonLonger(value: JsonValue, maxLength: number): boolean {
  let left = maxLength;
  const isOver = (part: JsonValue | undefined): boolean => {
    left -= marksLength;
    if (typeof part === 'string') left -= part.length;
    else if (typeof part !== 'object') left -= numberLength;
    else if (Array.isArray(part)) {
      for (const item of part as readonly JsonValue[]) if (isOver(item)) return true;
    } else if (part !== null) {
      const record = part as { readonly [key: string]: JsonValue };
      for (const key in record) {
        left -= key.length + marksLength;
        if (left < 0 || isOver(record[key])) return true;
      }
    }
    return left < 0;
  };
  return isOver(value);
}
