import { createHash } from 'node:crypto';
import {
  chmod,
  lstat,
  open,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { SluiceError } from '@sluice/contracts';
import { besideFile, sweepBeside } from './beside-file.js';
import { errnoOf } from './errno-of.js';
import { makeFolder } from './make-folder.js';

/** A file of somebody else as it was read, or as it was found missing. */
export interface UserFile {
  /** As it was named. */
  readonly path: string;
  /** Where it really stands: behind links. */
  readonly target: string;
  /** Undefined: there is no such file. */
  readonly bytes: Uint8Array | undefined;
  /** Permissions of the file, 0600 for one that is made. */
  readonly mode: number;
}

/** Larger files are no configuration. */
const maxBytes = 256 * 1024 * 1024;

/**
 * Reads a file that may be replaced later.
 *
 * @throws SluiceError `CONFIG_NOT_FOUND` for what may not be read, for a folder, a device and a link in a circle
 */
export async function readUserFile(path: string): Promise<UserFile> {
  try {
    const target = await targetOf(path);
    const stats = await stat(target).catch((error: unknown) => {
      if (errnoOf(error) === 'ENOENT') return undefined;
      throw error;
    });
    if (stats === undefined) return { path, target, bytes: undefined, mode: 0o600 };
    if (!stats.isFile()) throw unreadable(path, 'it is no file');
    if (stats.size > maxBytes) throw unreadable(path, 'it is larger than 256 MiB');
    return { path, target, bytes: await readFile(target), mode: stats.mode & 0o7777 };
  } catch (error) {
    if (error instanceof SluiceError) throw error;
    throw unreadable(path, `the system says ${errnoOf(error)}`, error);
  }
}

function unreadable(path: string, reason: string, cause?: unknown): SluiceError {
  return new SluiceError('CONFIG_NOT_FOUND', `Cannot read ${path}: ${reason}`, {
    hint: 'Check the file and who may read it.',
    cause,
  });
}

/** What a path stands for at its end; a link may point to nothing yet. */
async function targetOf(path: string, depth = 0): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || depth > 20) throw error;
    const link = await lstat(path).catch(() => undefined);
    if (link?.isSymbolicLink() !== true) return path;
    return targetOf(resolve(dirname(path), await readlink(path)), depth + 1);
  }
}

/**
 * Puts new bytes into the place of a file, whole or not at all: written beside, flushed, then renamed. Permissions and
 * owner stay, and a link stays a link. Folders that are missing are made.
 *
 * @param bytes undefined: the file goes
 * @throws SluiceError `CONFIG_INVALID` where the file is no longer what was read: nothing is written
 * @throws SluiceError `CONFIG_NOT_FOUND` where the system refuses
 */
export async function replaceUserFile(
  file: UserFile,
  bytes: Uint8Array | undefined,
): Promise<void> {
  await checkUnchanged(file);
  try {
    if (bytes === undefined) {
      await rm(file.target, { force: true });
      await sweepBeside(file.target);
    } else await writeBeside(file, bytes);
  } catch (error) {
    throw new SluiceError(
      'CONFIG_NOT_FOUND',
      `Cannot change ${file.path}: the system says ${errnoOf(error)}`,
      { hint: 'Check who may write into its folder.', cause: error },
    );
  }
}

/** @throws SluiceError `CONFIG_INVALID` where a file is no longer what was read */
export async function checkUnchanged(file: UserFile): Promise<void> {
  const now = await readUserFile(file.path);
  if (now.target !== file.target || digestOf(now.bytes) !== digestOf(file.bytes))
    throw new SluiceError(
      'CONFIG_INVALID',
      `Cannot change ${file.path}: another program changed it meanwhile`,
      { hint: 'Nothing was written to it. Try again.' },
    );
}

async function writeBeside({ target, mode }: UserFile, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(target));
  await sweepBeside(target);
  const temporary = await besideFile(target);
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      const old = await stat(target).catch(() => undefined);
      // Only the system's administrator may give a file away; for everybody else it is theirs already.
      if (old !== undefined) await handle.chown(old.uid, old.gid).catch(() => undefined);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(temporary, mode);
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

/** SHA-256 of bytes in hexadecimal digits; `absent` for a file that is missing. */
export function digestOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? 'absent' : createHash('sha256').update(bytes).digest('hex');
}
