import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, FileStore, Logger, SavedFile } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import { checkFileName } from './check-file-name.js';
import { errnoOf } from './errno-of.js';
import { fileErrors } from './file-errors.js';
import type { FileLimits } from './file-errors.js';
import { folderIdentity, readPlainFile, writePlainFile } from './plain-file.js';
import type { FileIdentity } from './plain-file.js';
import { createPrivateFolder, sweepDeadFolders } from './private-folder.js';
import { createWorkQueue } from './work-queue.js';
import type { WorkQueue } from './work-queue.js';

/** What {@link createFileStore} takes. */
export interface FileStoreOptions {
  /** Folder below which the files stand, absolute. Several processes may share it. */
  readonly folder: string;
  readonly limits: FileLimits;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A saved file, and what it is on disk. */
interface Entry {
  readonly file: SavedFile;
  readonly identity: FileIdentity;
}

/** The files of one session. */
interface SessionFiles {
  /** By {@link caseless} name; the first was saved the longest ago. */
  readonly entries: Map<string, Entry>;
  folder?: { readonly path: string; readonly identity: FileIdentity };
  readonly change: WorkQueue;
  isOver: boolean;
}

/**
 * Keeps the files that programs save, under their own names, in one folder (0700) for each session
 * below a private folder of this process. The index is in memory: what is read is the very file
 * that was saved under that name, and nothing that stands there otherwise. Folders are made at the first
 * save; what killed processes left behind is swept here at the start.
 *
 * @example
 * const files = await createFileStore({ folder, limits, clock, logger });
 * const { path } = await files.save('session', 'report.csv', new TextEncoder().encode('a,b'));
 */
export async function createFileStore(options: FileStoreOptions): Promise<FileStore> {
  const { folder, limits, clock, logger } = options;
  const home = createPrivateFolder(folder, 'files');
  const sessions = new Map<string, SessionFiles>();
  let cancelExpiry: (() => void) | undefined;
  let isClosed = false;
  await sweepDeadFolders(folder, logger);

  const isExpired = ({ file }: Entry) => file.expiresAt <= clock.now();

  const dropExpired = async ({ entries }: SessionFiles) => {
    for (const [key, entry] of [...entries]) {
      if (!isExpired(entry)) continue;
      entries.delete(key);
      await remove(entry.file.path);
    }
  };

  /** A session that ended while a program of it still saved leaves no folder behind. */
  const dropEmptyFolder = async (session: SessionFiles) => {
    if (session.entries.size > 0 || session.folder === undefined) return;
    await remove(session.folder.path);
    delete session.folder;
  };

  const remove = (path: string) =>
    rm(path, { recursive: true, force: true }).catch((error: unknown) =>
      logger.warn('Cannot remove a saved file', { reason: errnoOf(error) }),
    );

  const scheduleExpiry = () => {
    cancelExpiry?.();
    cancelExpiry = undefined;
    const ends = [...sessions.values()].flatMap(({ entries }) =>
      [...entries.values()].slice(0, 1).map(({ file }) => file.expiresAt),
    );
    if (ends.length === 0 || isClosed) return;
    cancelExpiry = clock.schedule(Math.max(0, Math.min(...ends) - clock.now()), () => {
      const all = [...sessions.values()].map((session) =>
        session.change(async () => {
          await dropExpired(session);
          await dropEmptyFolder(session);
        }),
      );
      void Promise.all(all).then(scheduleExpiry);
    });
  };

  const folderOf = async (session: SessionFiles): Promise<string> => {
    if (session.folder === undefined) {
      const path = join(await home.open(), randomBytes(4).toString('hex'));
      await mkdir(path, { mode: 0o700 });
      session.folder = { path, identity: await folderIdentity(path) };
    }
    // A program can reach this folder through an upstream that writes files.
    const { device, inode } = await folderIdentity(session.folder.path);
    const { identity, path } = session.folder;
    if (device !== identity.device || inode !== identity.inode)
      throw Object.assign(new Error('the folder was replaced'), { code: 'ENOTDIR' });
    return path;
  };

  const write = async (session: SessionFiles, name: string, bytes: Uint8Array): Promise<Entry> => {
    try {
      const path = join(await folderOf(session), name);
      const temporary = join(await home.open(), `${randomBytes(16).toString('hex')}.tmp`);
      const identity = await writePlainFile(path, temporary, bytes);
      const savedAt = clock.now();
      const expiresAt = savedAt + limits.ttlSeconds * 1000;
      return { file: { name, path, sizeBytes: bytes.length, savedAt, expiresAt }, identity };
    } catch (error) {
      throw fileErrors.diskFailed(name, errnoOf(error), error);
    }
  };

  const save = async (session: SessionFiles, given: string, bytes: Uint8Array) => {
    if (isClosed || session.isOver) throw fileErrors.ending(given);
    const name = checkFileName(given);
    await dropExpired(session);
    const { entries } = session;
    const key = caseless(name);
    const old = entries.get(key)?.file;
    if (old !== undefined && old.name !== name) throw fileErrors.sameButCase(name, old.name);
    refuseTooMuch(
      name,
      bytes.length,
      [...entries.values()].map(({ file }) => file),
      old,
    );
    const entry = await write(session, name, bytes);
    // Last in the order of expiry.
    entries.delete(key);
    entries.set(key, entry);
    scheduleExpiry();
    return entry.file;
  };

  const refuseTooMuch = (
    name: string,
    sizeBytes: number,
    files: readonly SavedFile[],
    old: SavedFile | undefined,
  ) => {
    if (sizeBytes > limits.maxFileBytes) throw fileErrors.tooLarge('save', name, sizeBytes, limits);
    if (old === undefined && files.length >= limits.maxFiles)
      throw fileErrors.tooMany(name, limits);
    const others = files.reduce((sum, file) => (file === old ? sum : sum + file.sizeBytes), 0);
    if (others + sizeBytes > limits.maxStoreBytes)
      throw fileErrors.overQuota(name, others + sizeBytes, limits);
  };

  const sessionOf = (id: string): SessionFiles => {
    const known = sessions.get(id);
    if (known !== undefined) return known;
    const opened = { entries: new Map(), change: createWorkQueue(), isOver: false };
    if (!isClosed) sessions.set(id, opened);
    return opened;
  };

  const endSession = async (session: SessionFiles) => {
    session.isOver = true;
    session.entries.clear();
    if (session.folder !== undefined) await remove(session.folder.path);
  };

  return {
    async save(sessionId, name, bytes) {
      const session = sessionOf(sessionId);
      return session.change(() => save(session, name, bytes));
    },

    async read(sessionId, nameOrPath) {
      const entries = [...(sessions.get(sessionId)?.entries.values() ?? [])].filter(
        (entry) => !isExpired(entry),
      );
      const wanted = nameOrPath.normalize('NFC');
      const unknown = () =>
        fileErrors.unknown(
          nameOrPath,
          entries.map(({ file }) => file),
          limits,
        );
      const entry = entries.find(({ file }) => file.name === wanted || file.path === nameOrPath);
      if (entry === undefined) throw unknown();
      const { file, identity } = entry;
      try {
        const found = await readPlainFile(file.path, identity, limits.maxFileBytes);
        if (found.kind === 'bytes') return { file, bytes: found.bytes };
        throw found.kind === 'another'
          ? fileErrors.changed(file.name)
          : fileErrors.tooLarge('read', file.name, found.sizeBytes, limits);
      } catch (error) {
        if (error instanceof SluiceError) throw error;
        // Removed by somebody who cleans up, or replaced by a link.
        if (/^(?:ENOENT|ELOOP|ENOTDIR)$/.test(errnoOf(error))) throw fileErrors.changed(file.name);
        throw fileErrors.unreadable(file.name, errnoOf(error), error);
      }
    },

    async endSession(sessionId) {
      const session = sessions.get(sessionId);
      sessions.delete(sessionId);
      if (session !== undefined) await session.change(() => endSession(session));
      scheduleExpiry();
    },

    async close() {
      isClosed = true;
      cancelExpiry?.();
      const all = [...sessions.values()];
      sessions.clear();
      await Promise.all(all.map((session) => session.change(() => endSession(session))));
      await home.remove();
    },
  };
}

/** Equal for names that Windows or macOS would take for one file. */
function caseless(name: string): string {
  return name.toUpperCase().toLowerCase().normalize('NFC');
}
