import { SluiceError } from '@sluice/contracts';
import { createLineAsker } from './ask-line.js';
import { hasTerminal } from './require-terminal.js';
import type { Terminal } from './terminal.js';
import { askForWord } from './verbs/ask-for-word.js';

/**
 * Asks a person whether what was shown shall be written.
 *
 * @param isSure they said so on the command line (`--yes`)
 * @throws SluiceError `USAGE` where nobody can be asked
 */
export async function askToWrite(
  verb: string,
  question: string,
  isSure: boolean,
  terminal: Terminal,
): Promise<boolean> {
  if (isSure) return true;
  if (!hasTerminal(terminal))
    throw new SluiceError(
      'USAGE',
      `sluice ${verb} asks before it writes, and needs a terminal for that`,
      {
        hint: 'Nothing was written. See what it would do with --dry-run; in a script, say --yes.',
      },
    );
  const lines = createLineAsker(terminal);
  try {
    const words = [
      { word: 'yes', meaning: 'write it' },
      { word: 'no', meaning: 'leave everything as it is' },
    ];
    return (await askForWord({ message: question, words }, lines, terminal)) === 'yes';
  } finally {
    lines.close();
  }
}
