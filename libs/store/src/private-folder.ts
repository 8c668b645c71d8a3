import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@sluice/contracts';
import { makeFolder } from './make-folder.js';
import { isProcessAlive, processMark } from './process-mark.js';

/** A folder that only this process uses; it exists from the first {@link PrivateFolder.open} on. */
export interface PrivateFolder {
  /** Makes the folder if need be and returns its path. */
  open(): Promise<string>;
  /** Removes it with all that is in it. Idempotent. */
  remove(): Promise<void>;
}

/** What a private folder is for: the first word of its name. */
export type FolderKind = 'files' | 'runners';

/** `<kind>-<pid>-<start of the process>-<random>`: the name itself says whose it is, so there is no moment without an owner. */
const folderName = /^(?:files|runners)-(\d+)-(\d+)-[0-9a-f]{16}$/;

/**
 * A private folder (0700) below `parent`, made lazily. The name is random and the folder is made
 * without `recursive`, so one that somebody else put there is never taken.
 */
export function createPrivateFolder(parent: string, kind: FolderKind): PrivateFolder {
  let opened: Promise<string> | undefined;
  const make = async () => {
    const { pid, startedAt } = await processMark(process.pid);
    const path = join(parent, `${kind}-${pid}-${startedAt}-${randomBytes(8).toString('hex')}`);
    await makeFolder(parent);
    await mkdir(path, { mode: 0o700 });
    return path;
  };
  return {
    open() {
      opened ??= make().catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    async remove() {
      const path = await opened?.catch(() => undefined);
      opened = undefined;
      if (path !== undefined) await rm(path, { recursive: true, force: true });
    },
  };
}

/**
 * Removes the private folders of processes that are gone (killed before they could clean up).
 * Links, and anything whose name is not exactly ours, are left alone; failures are logged.
 */
export async function sweepDeadFolders(parent: string, logger: Logger): Promise<void> {
  const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const owner = folderName.exec(entry.name);
    if (owner === null || !entry.isDirectory()) continue;
    if (await isProcessAlive({ pid: Number(owner[1]), startedAt: owner[2] ?? '0' })) continue;
    try {
      await rm(join(parent, entry.name), { recursive: true, force: true });
      logger.debug('Removed what a process left that is gone', { pid: Number(owner[1]) });
    } catch (error) {
      logger.warn('Cannot remove what a process left that is gone', {
        folder: entry.name,
        reason: (error as NodeJS.ErrnoException).code,
      });
    }
  }
}
