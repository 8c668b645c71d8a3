import type { Position } from '@sluice/contracts';

/** Longest quoted line, in UTF-16 code units. */
const maxLength = 200;

/** What ends a line in a program (ECMAScript LineTerminatorSequence). */
const lineBreak = /\r\n|[\n\r\u2028\u2029]/;

/**
 * The line of a text that a position is on. A long line is shown around the column, with `…` where
 * it goes on. Undefined when the text has no such line.
 */
export function quoteLine(text: string, { line, column }: Position): string | undefined {
  const whole = text.split(lineBreak, line).at(line - 1);
  if (whole === undefined || line < 1 || text.split(lineBreak, line).length < line)
    return undefined;
  if (whole.length <= maxLength) return whole.trimEnd();
  const start = Math.max(0, Math.min(column - 1 - maxLength / 2, whole.length - maxLength));
  const part = whole
    .slice(start, start + maxLength)
    .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  const end = start + maxLength < whole.length ? '…' : '';
  return `${start > 0 ? '…' : ''}${part}${end}`;
}
