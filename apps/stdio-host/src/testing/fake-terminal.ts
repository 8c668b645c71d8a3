import { PassThrough, Writable } from 'node:stream';
import type { Terminal } from '../terminal.js';

/** A terminal in memory: what a person would type, and what they would see. */
export interface FakeTerminal extends Terminal {
  /** Types this when the screen shows `after`, each time once. */
  type(after: string, text: string): void;
  /** Ends the input when the screen shows `after` (Ctrl-D). */
  end(after: string): void;
  /** Interrupts when the screen shows `after` (Ctrl-C). */
  interrupt(after: string): void;
  /** All of stdout so far. */
  screen(): string;
  /** All of stderr so far. */
  notes(): string;
}

/** Makes one. @param isTTY whether stdin and stdout say that they are a terminal */
export function fakeTerminal(
  isTTY: { readonly input: boolean; readonly output: boolean } = { input: true, output: true },
): FakeTerminal {
  let screen = '';
  let notes = '';
  const steps: { readonly after: string; readonly run: () => void }[] = [];
  const interruption = new AbortController();
  const input = new PassThrough();
  const show = (text: string) => {
    screen += text;
    const [next] = steps;
    if (next === undefined || !screen.includes(next.after)) return;
    steps.shift();
    setImmediate(next.run);
  };
  const output = new Writable({ write: (chunk, _, done) => (show(String(chunk)), done()) });
  return {
    input: Object.assign(input, { isTTY: isTTY.input }),
    output: Object.assign(output, { isTTY: isTTY.output }),
    print: (text) => show(`${text}\n`),
    note: (line) => void (notes += `${line}\n`),
    interrupted: interruption.signal,
    type: (after, text) => void steps.push({ after, run: () => input.write(text) }),
    end: (after) => void steps.push({ after, run: () => input.end() }),
    interrupt: (after) => void steps.push({ after, run: () => interruption.abort() }),
    screen: () => screen,
    notes: () => notes,
  };
}
