import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { until, type Launch } from './workplace.js';

/** Whether this machine has `script` (util-linux), which gives a command a terminal of its own. */
export const hasTerminals = process.platform === 'linux' && isThere('/usr/bin/script');

/** A command that runs in a real pseudo-terminal. */
export interface InTerminal {
  /** All that the terminal showed so far, with `\n` for its line ends. */
  screen(): string;
  /** Waits until the terminal shows this. */
  shows(text: string): Promise<void>;
  /** Types; `\u0003` is Ctrl-C, `\u0004` Ctrl-D. */
  type(keys: string): void;
  /** Its exit code. */
  ended: Promise<number>;
}

const running = new Set<ChildProcess>();

/** Ends what a failed test left in its terminals. */
export function closeTerminals(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Starts a command in a terminal; a test calls {@link closeTerminals} at its end. */
export function inTerminal({ command, args, env, cwd }: Launch): InTerminal {
  // In the place of the shell, which would take Ctrl-C for itself.
  const line = `exec ${[command, ...args].map(quoted).join(' ')}`;
  const child = spawn('/usr/bin/script', ['-qec', line, '/dev/null'], {
    env,
    stdio: 'pipe',
    ...(cwd !== undefined && { cwd }),
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (shown += chunk));
  const screen = () => shown.replace(/\r\n/g, '\n');
  return {
    screen,
    shows: async (text) => void (await until(() => screen().includes(text) || undefined, screen)),
    type: (keys) => void child.stdin.write(keys),
    ended: once(child, 'close').then(([exitCode]) => Number(exitCode)),
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
