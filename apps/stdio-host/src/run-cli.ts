import { toSluiceError } from '@sluice/contracts';
import { CommanderError, type Command } from 'commander';
import type { Terminal } from './terminal.js';

/**
 * Runs the command line: without a verb, `serve`. Errors are one line on stderr and a hint.
 *
 * @returns one of {@link exitCodes}
 */
export async function runCli(
  words: readonly string[],
  terminal: Terminal,
  create: (finish: (exitCode: number) => void) => Command,
): Promise<number> {
  let exitCode = 0;
  const cli = create((code) => (exitCode = code));
  try {
    await cli.parseAsync(withVerb(words), { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has printed its own line already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const { code, message, hint } = toSluiceError(error);
    terminal.note(`sluice: ${message}`);
    if (hint) terminal.note(`  hint: ${hint}`);
    return code === 'USAGE' ? 2 : 1;
  }
}

function withVerb(words: readonly string[]): string[] {
  const [first] = words;
  const isOwn =
    first !== undefined &&
    (!first.startsWith('-') || ['-h', '--help', '-v', '--version'].includes(first));
  return isOwn ? [...words] : ['serve', ...words];
}
