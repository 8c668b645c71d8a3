import { isHighSurrogate, isLowSurrogate, utf8Length } from '@sluice/json-text';

/**
 * The longest start of a text that takes at most `maxBytes` in UTF-8 and ends between two
 * characters, never inside one.
 *
 * @example headOfText('aé🦆', 6) // 'aé'
 */
export function headOfText(text: string, maxBytes: number): string {
  let bytes = 0;
  let index = 0;
  while (index < text.length) {
    const width = isPair(text, index) ? 2 : 1;
    bytes += width === 2 ? 4 : utf8Length(text.charAt(index));
    if (bytes > maxBytes) break;
    index += width;
  }
  return text.slice(0, index);
}

/**
 * The longest end of a text that takes at most `maxBytes` in UTF-8 and starts between two characters.
 *
 * @example tailOfText('aé🦆', 5) // '🦆'
 */
export function tailOfText(text: string, maxBytes: number): string {
  let bytes = 0;
  let index = text.length;
  while (index > 0) {
    const width = index > 1 && isPair(text, index - 2) ? 2 : 1;
    bytes += width === 2 ? 4 : utf8Length(text.charAt(index - 1));
    if (bytes > maxBytes) break;
    index -= width;
  }
  return text.slice(index);
}

/**
 * A text within `maxBytes`: whole where it fits, else its start and a closing mark that says how
 * much is shown of how much.
 */
export function shortenText(text: string, maxBytes: number): string {
  if (text.length <= maxBytes && utf8Length(text) <= maxBytes) return text;
  const mark = `… (cut: ${utf8Length(text)} bytes in all)`;
  return headOfText(text, Math.max(0, maxBytes - utf8Length(mark))) + mark;
}

function isPair(text: string, index: number): boolean {
  return isHighSurrogate(text.charCodeAt(index)) && isLowSurrogate(text.charCodeAt(index + 1));
}
