import { createInterface } from 'node:readline';
import type { Terminal } from './terminal.js';

/** Asks a person for lines. */
export interface LineAsker {
  /** Shows the prompt and waits. Undefined when no line will come: end of input, Ctrl-C. */
  ask(prompt: string): Promise<string | undefined>;
  /** Lets go of the input. */
  close(): void;
}

/**
 * Reads lines from a terminal in its own line mode: the system echoes and edits, and Ctrl-C stays a
 * signal.
 */
export function createLineAsker({ input, output, interrupted }: Terminal): LineAsker {
  const lines = createInterface({ input, terminal: false, crlfDelay: Infinity });
  const arrived: string[] = [];
  let isOver = interrupted.aborted;
  let wake: (() => void) | undefined;
  const end = () => {
    isOver = true;
    wake?.();
  };
  lines.on('line', (line) => {
    arrived.push(line);
    wake?.();
  });
  lines.on('close', end);
  interrupted.addEventListener('abort', end, { once: true });
  return {
    async ask(prompt) {
      output.write(prompt);
      while (arrived.length === 0 && !isOver)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const line = interrupted.aborted ? undefined : arrived.shift();
      // The prompt's own line was never ended.
      if (line === undefined) output.write('\n');
      return line;
    },
    close() {
      interrupted.removeEventListener('abort', end);
      lines.close();
    },
  };
}
