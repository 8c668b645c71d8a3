import { showText } from './show-text.js';

/** What stands at the end of a text of which not all is shown. */
const cutMark = '… (cut: with its hidden characters spelled out it is longer)';

/**
 * {@link showText}, within `maxBytes` of UTF-8: an escape takes up to six times the bytes of what it stands for, so that
 * a text which was cut to a size is longer again when it is shown. Ends inside no character and no escape, and says so.
 *
 * @example showWithin('\u0000'.repeat(100), 100) // '\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000… (cut: …'
 */
export function showWithin(text: string, maxBytes: number): string {
  const shown = showText(text);
  if (shown.length * 3 <= maxBytes) return shown;
  const bytes = new TextEncoder().encode(shown);
  if (bytes.length <= maxBytes) return shown;
  const room = Math.max(0, maxBytes - new TextEncoder().encode(cutMark).length);
  const head = new TextDecoder().decode(bytes.subarray(0, room), { stream: true });
  return head.replace(/\\(?:u[0-9a-f]{0,3})?$/, '') + cutMark;
}
