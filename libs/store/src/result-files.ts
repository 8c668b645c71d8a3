import { createHash, randomBytes } from 'node:crypto';
import { link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResultKind } from '@sluice/contracts';
import { wholeCharacters } from '@sluice/json-text';
import { contentChunks } from './content-chunks.js';
import type { Content } from './content-chunks.js';
import { makeFolder } from './make-folder.js';
import { openPlainFile } from './plain-file.js';
import { isReference, printRecord, readRecord } from './result-record.js';
import type { ResultRecord } from './result-record.js';

/** The folder of results. Every step leaves it in a state that any process can read. */
export interface ResultFiles {
  /** References whose record is there, and names of files that belong to none. */
  list(): Promise<{ readonly refs: ReadonlySet<string>; readonly strays: readonly string[] }>;
  /** The record of a reference; undefined where there is none, or none that can be read. */
  readRecord(ref: string): Promise<ResultRecord | undefined>;
  /** Writes a content under its reference; nobody sees it before {@link commit}. */
  writeContent(ref: string, content: Content, kind: ResultKind): Promise<WrittenContent>;
  /** Lets a reference share the bytes of another with the same content. False where that cannot be. */
  shareContent(ref: string, other: string): Promise<boolean>;
  /** Makes the result exist, at one stroke. */
  commit(record: ResultRecord): Promise<void>;
  /** Removes a result, its record first; what is gone already is no error. */
  remove(ref: string): Promise<void>;
  /** Removes strays that nobody can be writing any more. */
  removeStrays(names: readonly string[], olderThan: number): Promise<void>;
  /**
   * A content as text, decoded piece by piece, and how many bytes it has; what has more of them than `maxBytes` is not read to its end.
   * @throws the system's error; `ENOENT` when the result is gone.
   */
  readText(
    ref: string,
    maxBytes: number,
  ): Promise<{ readonly text: string; readonly sizeBytes: number }>;
  readRange(ref: string, offset: number, length: number): Promise<Uint8Array>;
}

/** A file without a record belongs to a `put` that is under way, or, after so long, to a process that was killed; in milliseconds. */
export const strayMs = 300_000;

/** A record has 400 bytes, and the name of a tool; in bytes. What is longer is none of ours. */
const maxRecordBytes = 1_048_576;

/** A content on disk. */
export interface WrittenContent {
  /** SHA-256 in hexadecimal digits. */
  readonly digest: string;
  readonly sizeBytes: number;
  /** Line breaks of a text that is no JSON. */
  readonly lineBreaks: number;
}

/**
 * Opens a folder of results; it is made with the first content.
 *
 * A result is two files: `<reference>.data`, its content, and `<reference>.json`, its record, which is
 * written beside and renamed into place last and removed first. Equal contents are hard links to one
 * file, so the file system itself counts the references, for all processes, and across their deaths.
 */
export function openResultFiles(folder: string): ResultFiles {
  const dataPath = (ref: string) => join(folder, `${ref}.data`);
  const recordPath = (ref: string) => join(folder, `${ref}.json`);
  const newPath = () => join(folder, `${randomBytes(12).toString('hex')}.new`);

  const create = async (path: string) => {
    try {
      return await open(path, 'wx', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await makeFolder(folder);
      return open(path, 'wx', 0o600);
    }
  };

  return {
    async list() {
      const names = await readdir(folder).catch(ifMissing<string[]>([]));
      const refs = new Set(
        names.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5)),
      );
      for (const ref of refs) if (!isReference(ref)) refs.delete(ref);
      const isStray = (name: string) =>
        name.endsWith('.new') || (name.endsWith('.data') && !refs.has(name.slice(0, -5)));
      return { refs, strays: names.filter(isStray) };
    },
    async readRecord(ref) {
      const file = await openPlainFile(recordPath(ref)).catch(ifMissing(undefined));
      if (file === undefined) return undefined;
      try {
        const { text, sizeBytes } = await readTextOf(file, maxRecordBytes);
        return sizeBytes > maxRecordBytes ? undefined : readRecord(text, ref);
      } finally {
        await file.close();
      }
    },
    async writeContent(ref, content, kind) {
      const hash = createHash('sha256');
      let sizeBytes = 0;
      let lineBreaks = 0;
      const file = await create(dataPath(ref));
      try {
        for (const chunk of contentChunks(content)) {
          hash.update(chunk);
          sizeBytes += chunk.length;
          if (kind === 'text') lineBreaks += countLineBreaks(chunk);
          await file.writeFile(chunk);
        }
      } finally {
        await file.close();
      }
      return { digest: hash.digest('hex'), sizeBytes, lineBreaks };
    },
    async shareContent(ref, other) {
      const path = newPath();
      try {
        await link(dataPath(other), path);
        await rename(path, dataPath(ref));
        return true;
      } catch {
        // It went away meanwhile, has as many names as it may have, or the file system knows no links.
        await rm(path, { force: true }).catch(() => undefined);
        return false;
      }
    },
    async commit(record) {
      const path = newPath();
      const file = await create(path);
      try {
        await file.writeFile(printRecord(record));
      } finally {
        await file.close();
      }
      await rename(path, recordPath(record.stored.ref));
    },
    async remove(ref) {
      await rm(recordPath(ref), { force: true });
      await rm(dataPath(ref), { force: true });
    },
    async removeStrays(names, olderThan) {
      for (const name of names) {
        const path = join(folder, name);
        const stats = await stat(path).catch(() => undefined);
        // A link changes ctime only: its content may be old, the name is new.
        if (stats === undefined || Math.max(stats.mtimeMs, stats.ctimeMs) > olderThan) continue;
        await rm(path, { force: true }).catch(() => undefined);
      }
    },
    async readText(ref, maxBytes) {
      const file = await openPlainFile(dataPath(ref));
      try {
        return await readTextOf(file, maxBytes);
      } finally {
        await file.close();
      }
    },
    async readRange(ref, offset, length) {
      const file = await openPlainFile(dataPath(ref));
      try {
        const buffer = new Uint8Array(bufferOf(length));
        let filled = 0;
        while (filled < length) {
          const { bytesRead } = await file.read(buffer, filled, length - filled, offset + filled);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return buffer.subarray(0, filled);
      } finally {
        await file.close();
      }
    },
  };
}

/** From so many bytes on, memory is shared: another thread gets it without a copy, which takes 1 ms for 2 MB. */
const minSharedBytes = 1_048_576;

function bufferOf(length: number): ArrayBufferLike {
  return length < minSharedBytes ? new ArrayBuffer(length) : new SharedArrayBuffer(length);
}

/** Read and decoded at a time, in bytes: 1 ms. */
const readBytes = 1_048_576;
/** So much more than a file has, in bytes: there is always room for the rest of a character and the next byte. */
const minRoom = 8;

async function readTextOf(file: FileHandle, maxBytes: number) {
  const texts: string[] = [];
  let sizeBytes = 0;
  /** Bytes of a character that goes on in the next piece. */
  let carried = 0;
  const { size } = await file.stat();
  const bufferBytes = Math.min(readBytes, size + minRoom);
  const buffer = Buffer.allocUnsafe(bufferBytes);
  for (;;) {
    const { bytesRead } = await file.read(buffer, carried, bufferBytes - carried, null);
    sizeBytes += bytesRead;
    if (sizeBytes > maxBytes) return { text: '', sizeBytes };
    const filled = buffer.subarray(0, carried + bytesRead);
    const end = bytesRead === 0 ? filled.length : wholeCharacters(filled);
    texts.push(filled.toString('utf8', 0, end));
    if (bytesRead === 0) return { text: texts.join(''), sizeBytes };
    carried = filled.copy(buffer, 0, end);
  }
}

const lineBreak = 0x0a;

/** A loop: native search costs more where there are many. */
function countLineBreaks(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === lineBreak) count += 1;
  return count;
}

function ifMissing<T>(fallback: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fallback;
    throw error;
  };
}
