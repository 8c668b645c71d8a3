import type { Terminal } from './terminal.js';

/** A stream of the process, or one like it. */
export interface ScreenStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/**
 * Writes on the streams of the process. A passing line stands on stderr, and only where that is a terminal; whatever is
 * written for good takes its place.
 */
export function createScreen(
  output: ScreenStream,
  errors: ScreenStream,
): Pick<Terminal, 'print' | 'note' | 'progress'> {
  let isPassing = false;
  const progress = (line: string | undefined) => {
    if (isPassing) errors.write(backAndErase);
    isPassing = line !== undefined;
    if (line !== undefined) errors.write(cut(line, (errors.columns || 80) - 1));
  };
  return {
    print(text) {
      progress(undefined);
      output.write(`${text}\n`);
    },
    note(line) {
      progress(undefined);
      errors.write(`${line}\n`);
    },
    ...(errors.isTTY === true && { progress }),
  };
}

/** To the start of the line, and everything after it away (ECMA-48 EL). */
const backAndErase = '\r\u001b[K';

/** A line that wraps could not be taken away again. */
function cut(line: string, width: number): string {
  return line.length > width ? `${line.slice(0, Math.max(0, width - 1))}…` : line;
}
