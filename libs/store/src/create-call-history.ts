import { createHash } from 'node:crypto';
import { appendFile, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallHistory, Clock, Logger, PastCall } from '@sluice/contracts';
import { makeFolder } from './make-folder.js';
import { printPastCall, readPastCall } from './past-call-text.js';

/** What {@link createCallHistory} needs. */
export interface CallHistoryOptions {
  /** Folder of the history, absolute. Several processes may share it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A file this large is full. @default 2097152 */
  readonly maxFileBytes?: number;
  /** Files that are kept; with the default size about 80,000 calls. @default 8 */
  readonly maxFiles?: number;
}

/** Calls are written together, this long after the first of them. */
const writeAfterMs = 500;

/** Calls that wait to be written; of a flood the rest is lost. */
const maxWaiting = 20_000;

const fileName = /^calls-(\d{6})\.jsonl$/;

/**
 * Keeps past calls as JSON lines in numbered files (0600) of a private folder. Files are only ever
 * appended to, in whole batches, and removed when there are too many, so several processes need no
 * lock. What cannot be written is logged and lost; what cannot be read is counted and left out.
 */
export function createCallHistory(options: CallHistoryOptions): CallHistory {
  const { folder, clock, logger, maxFileBytes = 2 * 1024 * 1024, maxFiles = 8 } = options;
  let waiting: PastCall[] = [];
  let lost = 0;
  let cancelWrite: (() => void) | undefined;
  let last = { sessionId: '', session: hashOf('') };
  let writing: Promise<void> = Promise.resolve();

  const write = () => {
    cancelWrite?.();
    cancelWrite = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return writing;
    writing = writing.then(async () => {
      try {
        await makeFolder(folder);
        const path = await currentFile();
        await appendFile(path, batch.map(printPastCall).join(''), { mode: 0o600 });
      } catch (error) {
        lost += batch.length;
        const { code, message } = error as NodeJS.ErrnoException;
        logger.warn('Cannot remember past calls', { lost, reason: code ?? message });
      }
    });
    return writing;
  };

  /** The last file, or the next one where that is full; the oldest go. */
  const currentFile = async () => {
    const names = await namesIn(folder);
    const last = names.at(-1);
    const found = last && (await stat(join(folder, last)).catch(() => undefined));
    if (last && found && found.size < maxFileBytes) return join(folder, last);
    const number = last === undefined ? 0 : Number(fileName.exec(last)?.[1]) + 1;
    const gone = names.slice(0, Math.max(0, names.length + 1 - maxFiles));
    await Promise.all(gone.map((name) => rm(join(folder, name), { force: true })));
    return join(folder, `calls-${String(number).padStart(6, '0')}.jsonl`);
  };

  return {
    add({ sessionId, ...call }) {
      if (waiting.length >= maxWaiting) return;
      // Calls come by the hundred from one session; the hash took a tenth of what the host does for a call.
      if (last.sessionId !== sessionId) last = { sessionId, session: hashOf(sessionId) };
      waiting.push({ ...call, session: last.session });
      cancelWrite ??= clock.schedule(writeAfterMs, () => void write());
    },
    async read() {
      await write();
      const calls: PastCall[] = [];
      let broken = 0;
      for (const name of await namesIn(folder)) {
        const text = await readFile(join(folder, name), 'utf8').catch(() => '');
        for (const line of text.split('\n')) {
          if (line === '') continue;
          try {
            calls.push(readPastCall(line));
          } catch {
            broken += 1;
          }
        }
      }
      if (broken > 0) logger.warn('Lines of past calls cannot be read', { folder, lines: broken });
      return calls;
    },
    close: write,
  };
}

/** Sessions are told apart by it; the id itself opens what the session keeps, so it is not written. */
function hashOf(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex').slice(0, 16);
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => fileName.test(name)).sort();
}
