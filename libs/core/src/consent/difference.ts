/** Characters around a difference that are shown for orientation. */
const contextLength = 30;

/**
 * One line on what became of a text, with both sides; of long texts the part that differs. Undefined where they are the same.
 *
 * @example difference('title', 'Send', 'Sent') // 'title: "Send" became "Sent"'
 */
export function difference(name: string, before: string, now: string): string | undefined {
  if (before === now) return undefined;
  const head = commonLength(before, now);
  const tail = commonLength(reversed(before.slice(head)), reversed(now.slice(head)));
  return `${name}: ${excerpt(before, head, tail)} became ${excerpt(now, head, tail)}`;
}

/** The part between what both sides share, with a little of that around it. */
function excerpt(text: string, head: number, tail: number): string {
  if (text === '') return 'nothing';
  const start = Math.max(0, head - contextLength);
  const end = Math.min(text.length, text.length - tail + contextLength);
  const part = text.slice(start, end);
  return `${start > 0 ? '…' : ''}${JSON.stringify(part)}${end < text.length ? '…' : ''}`;
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function reversed(text: string): string {
  return text.split('').reverse().join('');
}
