/**
 * A part of a text around a place, with `…` where something is left out. Never half a character.
 *
 * @param maxLength in UTF-16 code units, the marks not counted
 */
export function excerptOf(text: string, place: number, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const before = Math.floor(maxLength / 4);
  let start = Math.min(Math.max(0, place - before), text.length - maxLength);
  let end = start + maxLength;
  if (isLowSurrogate(text, start)) start += 1;
  if (isLowSurrogate(text, end)) end -= 1;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}
