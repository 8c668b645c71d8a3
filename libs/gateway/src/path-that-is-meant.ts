import { resolve } from 'node:path';
import type { Environment } from './node-environment.js';

/** The absolute path of a file as a person names it: `~` is the home folder, the rest is seen from the current one. */
export function pathThatIsMeant(
  path: string,
  { currentFolder, homeFolder }: Pick<Environment, 'currentFolder' | 'homeFolder'>,
): string {
  return resolve(
    currentFolder,
    path.replace(/^~(?=[/\\]|$)/, () => homeFolder),
  );
}
