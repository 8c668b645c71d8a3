import { randomBytes } from 'node:crypto';
import {
  closedStore,
  holdsBytes,
  refuseTooLarge,
  SluiceError,
  unknownResult,
} from '@sluice/contracts';
import type {
  Clock,
  Logger,
  NewResult,
  ResultSettings,
  ResultStore,
  StoredResult,
} from '@sluice/contracts';
import { errnoOf } from './errno-of.js';
import { contentOf } from './content-chunks.js';
import { openResultFiles, strayMs } from './result-files.js';
import { createResultIndex } from './result-index.js';
import { isReference } from './result-record.js';
import type { ResultRecord } from './result-record.js';
import { sessionDigest } from './session-digest.js';
import { sizeOfContent } from './size-of-content.js';
import { createWorkQueue } from './work-queue.js';

/** What {@link createResultStore} needs. */
export interface ResultStoreOptions {
  /** Where results are kept, absolute. Several processes may share it. */
  readonly folder: string;
  readonly settings: ResultSettings;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What other processes did to the folder is looked up so long before a `put` at most, in milliseconds. */
const maxStaleMs = 1000;

/** Records that are read at once when a folder is looked through. */
const readsAtOnce = 64;

/**
 * Keeps results as files (0600) in one folder (0700) that several processes may share. The folder is
 * the only truth; each process has an index of it in memory. Nothing is locked: every step is one that
 * the file system does whole or not at all (see `openResultFiles`).
 *
 * `results.maxStoreBytes` holds for the folder; what several processes write in the same moment may
 * pass it by that much until the next `put`.
 *
 * @example
 * const store = createResultStore({ folder, settings: settings.results, clock, logger });
 * const { ref } = await store.put('s1', { text: '[1]', kind: 'json', source: 'run_code' });
 */
export function createResultStore(options: ResultStoreOptions): ResultStore {
  const { settings, clock, logger } = options;
  const files = openResultFiles(options.folder);
  const index = createResultIndex();
  /** One change after the other, so that the quota holds and nothing is written after the end. */
  const change = createWorkQueue();
  let isClosed = false;
  let syncedAt = -Infinity;
  let cancelExpiry: (() => void) | undefined;

  const refuseIfClosed = () => {
    if (isClosed) throw closedStore();
  };
  const isExpired = ({ stored }: ResultRecord) => stored.expiresAt <= clock.now();

  const forget = async (ref: string) => {
    index.delete(ref);
    await files
      .remove(ref)
      .catch((error: unknown) =>
        logger.warn('Cannot remove a stored result', { reason: errnoOf(error) }),
      );
  };

  /** Makes the index what the folder is. */
  const sync = async () => {
    const { refs, strays } = await files.list();
    for (const { stored } of [...index.records()])
      if (!refs.has(stored.ref)) index.delete(stored.ref);
    const unknown = [...refs].filter((ref) => index.get(ref) === undefined);
    for (let at = 0; at < unknown.length; at += readsAtOnce) {
      const some = unknown.slice(at, at + readsAtOnce);
      const records = await Promise.all(some.map((ref) => files.readRecord(ref)));
      for (const record of records) if (record !== undefined) index.add(record);
    }
    await files.removeStrays(strays, clock.now() - strayMs);
    for (const record of [...index.records()])
      if (isExpired(record)) await forget(record.stored.ref);
    syncedAt = clock.monotonic();
  };

  const scheduleExpiry = () => {
    cancelExpiry?.();
    const next = index.nextExpiry();
    if (next === undefined || isClosed) return;
    cancelExpiry = clock.schedule(Math.max(0, next - clock.now()), () => {
      void lookThrough();
    });
  };

  /** Drops what is expired, ours or of processes that are gone. */
  const lookThrough = () =>
    change(async () => {
      if (!isClosed) await sync();
    })
      .catch((error: unknown) =>
        logger.warn('Cannot look through the stored results', { reason: errnoOf(error) }),
      )
      .then(scheduleExpiry);

  const makeRoom = async (sizeBytes: number) => {
    const isFull = () => index.sizeBytes + sizeBytes > settings.maxStoreBytes;
    if (clock.monotonic() - syncedAt >= maxStaleMs) await sync();
    if (!isFull()) return;
    for (const { stored } of index.evictionOrder()) {
      await forget(stored.ref);
      if (!isFull()) return;
    }
  };

  const put = async (sessionId: string, result: NewResult): Promise<StoredResult> => {
    refuseIfClosed();
    const content = contentOf(result);
    const mostBytes = await sizeOfContent(content);
    refuseTooLarge(mostBytes, settings);
    const ref = `res_${randomBytes(16).toString('hex')}`;
    try {
      await makeRoom(mostBytes);
      const { digest, sizeBytes, lineBreaks } = await files.writeContent(ref, content, result.kind);
      const same = index.withDigest(digest);
      const isShared = same !== undefined && (await files.shareContent(ref, same.stored.ref));
      const createdAt = clock.now();
      const record: ResultRecord = {
        stored: {
          ref,
          kind: result.kind,
          contentType: contentTypeOf(result),
          sizeBytes,
          source: result.source,
          createdAt,
          expiresAt: createdAt + settings.ttlSeconds * 1000,
          isPinned: result.isPinned ?? false,
          ...(result.kind === 'text' && {
            extent: { characters: result.text.length, lines: lineBreaks + 1 },
          }),
        },
        session: sessionDigest(sessionId),
        digest,
        blob: isShared ? same.blob : ref,
      };
      await files.commit(record);
      index.add(record);
      scheduleExpiry();
      return record.stored;
    } catch (error) {
      await forget(ref);
      throw cannotKeep(mostBytes, error);
    }
  };

  const find = async (sessionId: string, ref: string): Promise<ResultRecord> => {
    refuseIfClosed();
    const record = isReference(ref)
      ? (index.get(ref) ?? (await files.readRecord(ref).catch(() => undefined)))
      : undefined;
    const isTheirs = record?.session === sessionDigest(sessionId) && !isExpired(record);
    if (!isTheirs) throw unknownResult(ref, settings);
    return record;
  };

  /** Content of a result; gone when another process removed it, or somebody who cleans up. */
  const readOf = async <T>({ stored: { ref } }: ResultRecord, read: () => Promise<T>) => {
    try {
      return await read();
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') throw unknownResult(ref, settings);
      throw new SluiceError('INTERNAL', `Cannot read the result "${ref}": ${errnoOf(error)}`, {
        cause: error,
      });
    }
  };

  /** A power cut may leave this; the death of a process does not. */
  const damaged = (ref: string) => {
    logger.warn('The content of a stored result is damaged', { ref });
    return unknownResult(ref, settings);
  };

  void lookThrough();

  return {
    put: (sessionId, result) => change(() => put(sessionId, result)),
    find: async (sessionId, ref) => (await find(sessionId, ref)).stored,
    async read(sessionId, ref) {
      const record = await find(sessionId, ref);
      const { stored } = record;
      if (stored.kind === 'bytes') throw holdsBytes(ref, stored.contentType);
      const { text, sizeBytes } = await readOf(record, () => files.readText(ref, stored.sizeBytes));
      if (sizeBytes !== stored.sizeBytes) throw damaged(ref);
      return { stored, text };
    },
    async readBytes(sessionId, ref, { offset, length }) {
      const record = await find(sessionId, ref);
      const { sizeBytes } = record.stored;
      const start = Math.min(offset, sizeBytes);
      const wanted = Math.min(length, sizeBytes - start);
      const bytes = await readOf(record, () => files.readRange(ref, start, wanted));
      if (bytes.length !== wanted) throw damaged(ref);
      return { stored: record.stored, bytes };
    },
    release: (sessionId, ref) =>
      change(async () => {
        const { stored } = await find(sessionId, ref);
        await forget(ref);
        return stored;
      }),
    list: (sessionId) =>
      change(async () => {
        refuseIfClosed();
        await sync();
        const session = sessionDigest(sessionId);
        const own = [...index.records()].filter((record) => record.session === session);
        return own.map(({ stored }) => stored).sort((a, b) => a.createdAt - b.createdAt);
      }),
    stats: () =>
      change(async () => {
        refuseIfClosed();
        await sync();
        return { results: index.count, sizeBytes: index.sizeBytes };
      }),
    endSession: (sessionId) =>
      change(async () => {
        if (isClosed) return;
        await sync();
        const session = sessionDigest(sessionId);
        for (const record of [...index.records()])
          if (record.session === session) await forget(record.stored.ref);
        scheduleExpiry();
      }),
    close: () =>
      change(async () => {
        isClosed = true;
        cancelExpiry?.();
        index.clear();
      }),
  };
}

function contentTypeOf(result: NewResult): string {
  if (result.kind === 'bytes') return result.contentType;
  return result.kind === 'text' ? 'text/plain' : 'application/json';
}

function cannotKeep(sizeBytes: number, error: unknown): SluiceError {
  return new SluiceError(
    'INTERNAL',
    `Cannot keep a result of ${sizeBytes} bytes: writing it to disk failed (${errnoOf(error)})`,
    {
      hint: 'Check free space and access of the folder that Sluice keeps results in.',
      cause: error,
    },
  );
}
