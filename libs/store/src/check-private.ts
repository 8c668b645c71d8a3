import type { Stats } from 'node:fs';
import { SluiceError } from '@sluice/contracts';

/**
 * Refuses a folder that others could write into: what stands in it would count as a person's word.
 * Windows keeps a user's profile to the user by its own lists, which are not read here.
 *
 * @throws SluiceError `CONSENT_UNREADABLE`
 */
export function checkPrivate(folder: string, { uid, mode }: Pick<Stats, 'uid' | 'mode'>): void {
  const self = process.getuid?.();
  if (self === undefined) return;
  const problem =
    self !== 0 && uid !== self && uid !== 0
      ? 'it belongs to another user'
      : (mode & 0o022) !== 0
        ? 'other users may write into it'
        : undefined;
  if (problem === undefined) return;
  throw new SluiceError('CONSENT_UNREADABLE', `Cannot trust the folder ${folder}: ${problem}`, {
    hint: 'Look at what is in it; then make it yours alone (chmod 700), or delete it: questions are asked again.',
  });
}
