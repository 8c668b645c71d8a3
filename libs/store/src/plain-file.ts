import { constants } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

/** Names one file for as long as it exists, whatever its path says; afterwards a new one may get the number. */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

/** Neither follows a link nor waits at a pipe. Windows has neither flag. */
const never = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Writes a file (0600) beside and renames it to its place: a reader sees the old one or the new one, and
 * a link that stands at either place is replaced, never followed.
 *
 * @throws the system's error
 */
export async function writePlainFile(
  path: string,
  temporary: string,
  bytes: Uint8Array,
): Promise<FileIdentity> {
  try {
    const { O_WRONLY, O_CREAT, O_EXCL } = constants;
    const handle = await open(temporary, O_WRONLY | O_CREAT | O_EXCL | never, 0o600);
    const identity = await closing(handle, async () => {
      await handle.writeFile(bytes);
      return identityOf(handle);
    });
    await rename(temporary, path);
    return identity;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** What {@link readPlainFile} found. */
export type PlainFile =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too large'; readonly sizeBytes: number }
  /** Another file, a link, a folder or a device stands there now. */
  | { readonly kind: 'another' };

/**
 * Reads a file, if it is the very one that was written: what somebody put in its place, be it by a link
 * to it or to a folder above it, is not read.
 *
 * @throws the system's error
 */
export async function readPlainFile(
  path: string,
  identity: FileIdentity,
  maxBytes: number,
): Promise<PlainFile> {
  const handle = await open(path, constants.O_RDONLY | never);
  return closing(handle, async () => {
    const stat = await handle.stat({ bigint: true });
    if (!stat.isFile() || stat.dev !== identity.device || stat.ino !== identity.inode)
      return { kind: 'another' };
    const sizeBytes = Number(stat.size);
    if (sizeBytes > maxBytes) return { kind: 'too large', sizeBytes };
    return { kind: 'bytes', bytes: await readAll(handle, sizeBytes) };
  });
}

/**
 * Opens a file to read it, if it is one: a link, a folder, a pipe or a device that somebody put in its place is as good as
 * gone, and nobody waits at it.
 *
 * @throws the system's error; `ENOENT` where no file stands there
 */
export async function openPlainFile(path: string): Promise<FileHandle> {
  const handle = await open(path, constants.O_RDONLY | never).catch((error: unknown) => {
    throw noFile.has((error as NodeJS.ErrnoException).code ?? '') ? missing() : error;
  });
  const isFile = await handle.stat().then(
    (stat) => stat.isFile(),
    () => false,
  );
  if (isFile) return handle;
  await handle.close();
  throw missing();
}

/** What opening a link, a socket or, on Windows, a folder ends with. */
const noFile = new Set(['ELOOP', 'EMLINK', 'ENXIO', 'EISDIR']);

function missing(): Error {
  return Object.assign(new Error('no file'), { code: 'ENOENT' });
}

/** The identity of a folder that is no link. @throws the system's error, or one that says what it is */
export async function folderIdentity(path: string): Promise<FileIdentity> {
  const stat = await lstat(path, { bigint: true });
  if (!stat.isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' });
  return { device: stat.dev, inode: stat.ino };
}

async function identityOf(handle: FileHandle): Promise<FileIdentity> {
  const { dev, ino } = await handle.stat({ bigint: true });
  return { device: dev, inode: ino };
}

/** Not from the pool of small buffers: what is handed on is this file alone. */
async function readAll(handle: FileHandle, sizeBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(sizeBytes);
  let filled = 0;
  while (filled < sizeBytes) {
    const { bytesRead } = await handle.read(bytes, filled, sizeBytes - filled, filled);
    if (bytesRead === 0) return bytes.subarray(0, filled);
    filled += bytesRead;
  }
  return bytes;
}

async function closing<T>(handle: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await handle.close();
  }
}
