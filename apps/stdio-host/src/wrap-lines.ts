/** How a line goes on: far enough inside that no foreign text stands where a line of ours begins. */
const continuation = '        ~ ';

/**
 * Breaks lines that a terminal of this width would break itself, in the first column: there a long
 * line of a program could pass for one of our own. Nothing is left out.
 *
 * @param columns width of the terminal; less than 40 counts as 40
 */
export function wrapLines(text: string, columns: number): string {
  const width = Math.max(40, columns) - 1;
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, width))
    .join('\n');
}

function wrapLine(line: string, width: number): readonly string[] {
  const rows: string[] = [];
  let row = '';
  let used = 0;
  for (const character of line) {
    // Tabs go to the next eighth column; from Hangul on characters may take two.
    const columns = character === '\t' ? 8 : character >= '\u1100' ? 2 : 1;
    if (used + columns > width) {
      rows.push(row);
      row = continuation;
      used = continuation.length;
    }
    row += character;
    used += columns;
  }
  return [...rows, row];
}
