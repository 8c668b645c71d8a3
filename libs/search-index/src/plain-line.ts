const ESCAPE = String.fromCharCode(0x1b);
const BELL = String.fromCharCode(0x07);
/** Terminal control sequences: `ESC [ … letter` and `ESC ] … BEL` (ECMA-48). */
const TERMINAL = new RegExp(
  `${ESCAPE}\\[[0-?]*[ -/]*[@-~]|${ESCAPE}\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)?`,
  'g',
);
const SPACE = /[\s\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Halves of surrogate pairs that stand alone. */
const LONE = /\p{Cs}/gu;
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * An upstream's text as one harmless line: no newline, no control, bidirectional or invisible
 * character, no terminal sequence, nothing that ends a comment. Cut at a word, with `…`, when it is
 * longer than `maxLength` UTF-16 code units.
 *
 * @example plainLine('first\nsecond', 80) // 'first second'
 */
export function plainLine(text: string, maxLength: number): string {
  // Far more than any line needs: a text of megabytes must not be worth megabytes of work.
  const start = text.slice(0, 8 * maxLength + 2048);
  const line = start
    .replace(LONE, '\uFFFD')
    .replace(TERMINAL, ' ')
    .replace(INVISIBLE, '')
    .replace(SPACE, ' ')
    .replaceAll('*/', '* /')
    .trim();
  return line.length <= maxLength && start.length === text.length ? line : cut(line, maxLength);
}

function cut(line: string, maxLength: number): string {
  const head = line.slice(0, maxLength - 1);
  const space = head.lastIndexOf(' ');
  const whole = space > maxLength * 0.6 ? head.slice(0, space) : head;
  // A cut between the halves of a surrogate pair would leave one of them.
  return `${whole.replace(LONE, '')}…`;
}
