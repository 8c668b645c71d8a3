import { appendFile, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Logger } from '@sluice/contracts';
import { makeFolder } from './make-folder.js';

/** What {@link createLineFiles} needs. */
export interface LineFilesOptions {
  /** Absolute. Several processes may share it. */
  readonly folder: string;
  /** Files are named `<name>-000000.jsonl` and so on. */
  readonly name: string;
  /** What the lines are, for the log: `past calls`. */
  readonly of: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A file this large is full. @default 2097152 */
  readonly maxFileBytes?: number | undefined;
  /** Files that are kept. @default 8 */
  readonly maxFiles?: number | undefined;
}

/** Lines on disk, bounded, oldest first. */
export interface LineFiles {
  /** Never throws and never waits. `line` ends with its line break. */
  add(line: string): void;
  /** Everything that is kept, without empty lines, and counts what `parse` throws at. */
  read<T>(parse: (line: string) => T): Promise<readonly T[]>;
  /** Removes files that nobody has written to since; their lines are gone. @returns bytes of them */
  removeBefore(time: number): Promise<number>;
  /** Writes what was added. Idempotent. */
  close(): Promise<void>;
}

/** Lines are written together, this long after the first of them, in milliseconds. */
const writeAfterMs = 500;

/** Characters that wait to be written; of a flood the rest is lost. */
const maxWaitingLength = 16_777_216;

/**
 * Keeps lines in numbered files (0600) of a private folder. Files are only ever appended to, in whole
 * batches, and removed when there are too many, so several processes need no lock. What cannot be written is logged
 * and lost; what cannot be read is counted and left out.
 */
export function createLineFiles(options: LineFilesOptions): LineFiles {
  const { folder, name, of, clock, logger, maxFileBytes = 2_097_152, maxFiles = 8 } = options;
  const fileName = new RegExp(`^${name}-(\\d{6})\\.jsonl$`);
  let waiting: string[] = [];
  let waitingLength = 0;
  let lost = 0;
  let cancelWrite: (() => void) | undefined;
  let writing: Promise<void> = Promise.resolve();

  const namesOf = async () => {
    const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    return names.filter((found) => fileName.test(found)).sort();
  };

  /** The last file, or the next one where that is full; the oldest go. */
  const currentFile = async () => {
    const names = await namesOf();
    const last = names.at(-1);
    const found = last && (await stat(join(folder, last)).catch(() => undefined));
    if (last && found && found.size < maxFileBytes) return join(folder, last);
    const number = last === undefined ? 0 : Number(fileName.exec(last)?.[1]) + 1;
    const gone = names.slice(0, Math.max(0, names.length + 1 - maxFiles));
    await Promise.all(gone.map((old) => rm(join(folder, old), { force: true })));
    return join(folder, `${name}-${String(number).padStart(6, '0')}.jsonl`);
  };

  const write = () => {
    cancelWrite?.();
    cancelWrite = undefined;
    const batch = waiting;
    waiting = [];
    waitingLength = 0;
    if (batch.length === 0) return writing;
    writing = writing.then(async () => {
      try {
        await makeFolder(folder);
        await appendFile(await currentFile(), batch.join(''), { mode: 0o600 });
      } catch (error) {
        lost += batch.length;
        const { code, message } = error as NodeJS.ErrnoException;
        logger.warn(`Cannot remember ${of}`, { lost, reason: code ?? message });
      }
    });
    return writing;
  };

  return {
    add(line) {
      if (waitingLength >= maxWaitingLength) return;
      waiting.push(line);
      waitingLength += line.length;
      cancelWrite ??= clock.schedule(writeAfterMs, () => void write());
    },
    async read(parse) {
      await write();
      const parsed = [];
      let broken = 0;
      for (const found of await namesOf()) {
        const text = await readFile(join(folder, found), 'utf8').catch(() => '');
        for (const line of text.split('\n')) {
          if (line === '') continue;
          try {
            parsed.push(parse(line));
          } catch {
            broken += 1;
          }
        }
      }
      if (broken > 0) logger.warn(`Lines of ${of} cannot be read`, { folder, lines: broken });
      return parsed;
    },
    async removeBefore(time) {
      await write();
      let removedBytes = 0;
      for (const found of await namesOf()) {
        const path = join(folder, found);
        const stats = await stat(path).catch(() => undefined);
        if (stats === undefined || stats.mtimeMs >= time) continue;
        await rm(path, { force: true });
        removedBytes += stats.size;
      }
      return removedBytes;
    },
    close: write,
  };
}
