import { randomBytes } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';

/**
 * Writes a file (mode 0600) so that it is there whole or not at all, even for a reader in another
 * process, and after a kill or a power cut: written beside, flushed, then put into place.
 *
 * @param options.replace false: a file that is there stays, and false is returned
 * @throws the system's error (`ENOSPC`, `EACCES`, …)
 */
export async function writeWholeFile(
  path: string,
  text: string,
  options: { readonly replace: boolean },
): Promise<boolean> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}${temporaryEnding}`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    if (options.replace) await rename(temporary, path);
    else await link(temporary, path);
    return true;
  } catch (error) {
    if (!options.replace && (error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** How the names of files end that a killed writer leaves behind. */
export const temporaryEnding = '.tmp';
