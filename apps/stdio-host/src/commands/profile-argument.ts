import { SluiceError } from '@sluice/contracts';
import type { HostOptions } from '../host-options.js';
import type { ArgumentRow } from './command-row.js';

/** jsmcp's short form of `--profile`. */
export const profileArgument: ArgumentRow = { name: '[profile]', summary: 'the same as --profile' };

/**
 * The options with the profile that stood as a word.
 *
 * @throws SluiceError `USAGE` where `--profile` says it too
 */
export function withProfile(options: HostOptions, word: string | undefined): HostOptions {
  if (word === undefined) return options;
  if (options.gateway.profile !== undefined)
    throw new SluiceError('USAGE', 'The profile stands twice, as a word and after --profile', {
      hint: 'Keep one of them.',
    });
  return { ...options, gateway: { ...options.gateway, profile: word } };
}
