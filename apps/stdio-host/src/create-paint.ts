/** Colours for words on a terminal; the words themselves say everything. */
export interface Paint {
  good(text: string): string;
  bad(text: string): string;
  faint(text: string): string;
}

/**
 * Colours (ECMA-48 SGR) where `output` is a terminal that has them, plain text elsewhere: with `NO_COLOR` set to anything
 * but nothing (no-color.org) and with `TERM=dumb` there are none.
 */
export function createPaint(
  output: object,
  variables: Readonly<Record<string, string | undefined>>,
): Paint {
  const isTerminal = 'isTTY' in output && output.isTTY === true;
  const isOn = isTerminal && !variables['NO_COLOR'] && variables['TERM'] !== 'dumb';
  const paint = (code: number) => (text: string) =>
    isOn && text !== '' ? `\u001b[${code}m${text}\u001b[0m` : text;
  return { good: paint(32), bad: paint(31), faint: paint(2) };
}
