import { SluiceError } from '@sluice/contracts';
import type { ArchivedResult, Clock, ResultArchive } from '@sluice/contracts';
import { openResultFiles, strayMs } from './result-files.js';
import { isReference } from './result-record.js';
import type { ResultRecord } from './result-record.js';
import { shortSession } from './short-session.js';

/** What {@link openResultArchive} needs. */
export interface ResultArchiveOptions {
  /** The folder of results, absolute. */
  readonly folder: string;
  readonly clock: Clock;
}

/** Records that are read at once. */
const readsAtOnce = 64;

/** Opens the operator's view of a folder of results, beside the processes that use it. Opening it touches nothing on disk. */
export function openResultArchive({ folder, clock }: ResultArchiveOptions): ResultArchive {
  const files = openResultFiles(folder);
  const isExpired = ({ stored }: ResultRecord) => stored.expiresAt <= clock.now();

  const records = async () => {
    const { refs, strays } = await files.list();
    const all: ResultRecord[] = [];
    const list = [...refs];
    for (let at = 0; at < list.length; at += readsAtOnce) {
      const some = list.slice(at, at + readsAtOnce).map((ref) => files.readRecord(ref));
      for (const record of await Promise.all(some)) if (record !== undefined) all.push(record);
    }
    return { all, strays };
  };

  return {
    async list() {
      const { all } = await records();
      return all
        .filter((record) => !isExpired(record))
        .map(archived)
        .sort((a, b) => a.createdAt - b.createdAt);
    },
    async read(ref, maxBytes) {
      const record = isReference(ref) ? await files.readRecord(ref) : undefined;
      if (record === undefined || isExpired(record)) throw noSuchResult(ref);
      const length = Math.min(maxBytes, record.stored.sizeBytes);
      const bytes = await files.readRange(ref, 0, length).catch(() => {
        throw noSuchResult(ref);
      });
      return { result: archived(record), bytes };
    },
    async removeExpired() {
      const { all, strays } = await records();
      const expired = all.filter(isExpired);
      for (const { stored } of expired) await files.remove(stored.ref);
      await files.removeStrays(strays, clock.now() - strayMs);
      const sizeBytes = expired.reduce((sum, { stored }) => sum + stored.sizeBytes, 0);
      return { results: expired.length, sizeBytes };
    },
  };
}

function archived({ stored, session }: ResultRecord): ArchivedResult {
  return { ...stored, session: shortSession(session) };
}

function noSuchResult(ref: string): SluiceError {
  return new SluiceError(
    'RESULT_UNKNOWN',
    `There is no result ${JSON.stringify(ref.slice(0, 64))}`,
    { hint: 'sluice results lists them; they are kept for results.ttlSeconds.' },
  );
}
