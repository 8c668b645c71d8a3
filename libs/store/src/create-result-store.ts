import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SluiceError } from '@sluice/contracts';
import type {
  Clock,
  Logger,
  NewResult,
  ResultSettings,
  ResultStore,
  StoredResult,
} from '@sluice/contracts';
import { createPrivateFolder, sweepDeadFolders } from './private-folder.js';

/** What {@link createResultStore} needs. */
export interface ResultStoreOptions {
  /** Parent of the private folder, absolute. Several processes may share it. */
  readonly folder: string;
  readonly settings: ResultSettings;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** One kept result and where its text is. */
interface Entry {
  readonly sessionId: string;
  readonly stored: StoredResult;
  readonly path: string;
}

/**
 * Keeps results as files (0600, random names) in one private folder of this process. The index is
 * in memory, so a reference ends with the process at the latest; the folder is made at the first
 * `put` and removed by `close()`, and what killed processes left behind is swept here at the start.
 *
 * Beyond `results.maxStoreBytes` the oldest results go first; each goes after `results.ttlSeconds`.
 *
 * @example
 * const store = await createResultStore({ folder, settings: settings.results, clock, logger });
 * const { ref } = await store.put('s1', { text: '[1]', contentType: 'application/json', source: 'run_code' });
 */
export async function createResultStore(options: ResultStoreOptions): Promise<ResultStore> {
  const { folder, settings, clock, logger } = options;
  const home = createPrivateFolder(folder);
  /** In order of `createdAt`: the first is the oldest, and the first to expire. */
  const entries = new Map<string, Entry>();
  let isClosed = false;
  let keptBytes = 0;
  let cancelExpiry: (() => void) | undefined;
  let changes: Promise<unknown> = Promise.resolve();

  await sweepDeadFolders(folder, logger);

  /** One change after the other, so that the quota holds and nothing is written after the end. */
  const change = <T>(work: () => Promise<T>): Promise<T> => {
    const result = changes.then(work);
    changes = result.catch(() => undefined);
    return result;
  };

  const forget = async (ref: string, entry: Entry) => {
    entries.delete(ref);
    keptBytes -= entry.stored.sizeBytes;
    await rm(entry.path, { force: true }).catch((error: unknown) =>
      logger.warn('Cannot remove a stored result', { reason: errnoOf(error) }),
    );
  };

  const forgetWhere = async (isGone: (entry: Entry) => boolean) => {
    for (const [ref, entry] of [...entries]) if (isGone(entry)) await forget(ref, entry);
  };

  const isExpired = (entry: Entry) => entry.stored.expiresAt <= clock.now();

  const scheduleExpiry = () => {
    cancelExpiry?.();
    const [oldest] = entries.values();
    if (oldest === undefined || isClosed) return;
    cancelExpiry = clock.schedule(Math.max(0, oldest.stored.expiresAt - clock.now()), () => {
      void change(() => forgetWhere(isExpired)).then(scheduleExpiry);
    });
  };

  const makeRoom = async (sizeBytes: number) => {
    await forgetWhere(isExpired);
    for (const [ref, entry] of [...entries]) {
      if (keptBytes + sizeBytes <= settings.maxStoreBytes) return;
      await forget(ref, entry);
    }
  };

  const put = async (sessionId: string, result: NewResult): Promise<StoredResult> => {
    if (isClosed)
      throw new SluiceError('NOT_AVAILABLE', 'Cannot keep a result: the result store is closed');
    const sizeBytes = Buffer.byteLength(result.text);
    refuseTooLarge(sizeBytes, settings);
    await makeRoom(sizeBytes);
    const path = await write(result.text, sizeBytes);
    const createdAt = clock.now();
    const stored: StoredResult = {
      ref: `res_${randomBytes(16).toString('hex')}`,
      sizeBytes,
      contentType: result.contentType,
      source: result.source,
      createdAt,
      expiresAt: createdAt + settings.ttlSeconds * 1000,
    };
    entries.set(stored.ref, { sessionId, stored, path });
    keptBytes += sizeBytes;
    scheduleExpiry();
    return stored;
  };

  const write = async (text: string, sizeBytes: number): Promise<string> => {
    let path: string | undefined;
    try {
      path = join(await home.open(), randomBytes(16).toString('hex'));
      await writeFile(path, text, { flag: 'wx', mode: 0o600 });
      return path;
    } catch (error) {
      if (path !== undefined) await rm(path, { force: true }).catch(() => undefined);
      throw new SluiceError(
        'INTERNAL',
        `Cannot keep a result of ${sizeBytes} bytes: writing it to disk failed (${errnoOf(error)})`,
        {
          hint: 'Check free space and access of the folder that Sluice keeps results in.',
          cause: error,
        },
      );
    }
  };

  return {
    put: (sessionId, result) => change(() => put(sessionId, result)),
    async read(sessionId, ref) {
      const entry = entries.get(ref);
      if (entry === undefined || entry.sessionId !== sessionId || isExpired(entry))
        throw unknownResult(ref, settings);
      try {
        return { stored: entry.stored, text: await readFile(entry.path, 'utf8') };
      } catch (error) {
        // Evicted meanwhile, or removed by somebody who cleans up.
        if (errnoOf(error) === 'ENOENT') throw unknownResult(ref, settings);
        throw new SluiceError('INTERNAL', `Cannot read the result "${ref}": ${errnoOf(error)}`, {
          cause: error,
        });
      }
    },
    endSession: (sessionId) =>
      change(() => forgetWhere((entry) => entry.sessionId === sessionId)).then(scheduleExpiry),
    close: () =>
      change(async () => {
        isClosed = true;
        cancelExpiry?.();
        entries.clear();
        keptBytes = 0;
        await home.remove();
      }),
  };
}

function refuseTooLarge(sizeBytes: number, settings: ResultSettings): void {
  const [limitBytes, what] =
    settings.maxResultBytes <= settings.maxStoreBytes
      ? [settings.maxResultBytes, 'results.maxResultBytes allows {} bytes for one result']
      : [settings.maxStoreBytes, 'results.maxStoreBytes allows {} bytes for all results'];
  if (sizeBytes <= limitBytes) return;
  const setting = what.slice(0, what.indexOf(' '));
  throw new SluiceError(
    'RESULT_TOO_LARGE',
    `Cannot keep a result of ${sizeBytes} bytes: ${what.replace('{}', String(limitBytes))}`,
    {
      hint: `Return less: filter, pick fields or aggregate in the program; or raise ${setting}.`,
    },
  );
}

function unknownResult(ref: string, settings: ResultSettings): SluiceError {
  const shown = ref.length > 64 ? `${ref.slice(0, 64)}…` : ref;
  return new SluiceError(
    'RESULT_UNKNOWN',
    `Cannot read the result "${shown}": this session has no such result`,
    {
      hint: `A result is kept for results.ttlSeconds (${settings.ttlSeconds}) and only for its own session; run the program again to get it anew.`,
    },
  );
}

function errnoOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).name;
}
