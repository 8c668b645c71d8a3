import { SluiceError } from '@sluice/contracts';
import type { Terminal } from './terminal.js';

/**
 * Refuses where no person sits in front: an answer that counts as a person's must not come out of a
 * pipe.
 *
 * @throws SluiceError `USAGE` unless both stdin and stdout are a terminal
 */
export function requireTerminal(verb: string, { input, output }: Terminal): void {
  const missing = [
    ...(isTerminal(input) ? [] : ['stdin']),
    ...(isTerminal(output) ? [] : ['stdout']),
  ];
  if (missing.length === 0) return;
  throw new SluiceError(
    'USAGE',
    `sluice ${verb} needs a terminal: ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} none`,
    { hint: 'Run it yourself in a terminal window, without a pipe or redirection.' },
  );
}

/** Whether a person may sit in front: both stdin and stdout are a terminal. */
export function hasTerminal({ input, output }: Terminal): boolean {
  return isTerminal(input) && isTerminal(output);
}

function isTerminal(stream: object): boolean {
  return 'isTTY' in stream && stream.isTTY === true;
}
