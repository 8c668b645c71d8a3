import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CatalogueCache, Json, Logger } from '@sluice/contracts';
import { parseJson, printJson } from '@sluice/json-text';
import { makeFolder } from './make-folder.js';
import { readCachedTools } from './read-cached-tools.js';

/** What {@link createCatalogueCache} needs. */
export interface CatalogueCacheOptions {
  /** Folder of the cache, absolute. Several processes may share it. */
  readonly folder: string;
  readonly logger: Logger;
}

/** One list larger than this is not kept: 10,000 tools of 1.5 KB fit, a flood does not. */
const maxFileBytes = 16 * 1024 * 1024;

/** Lists kept; the least recently written go first. Far more than anybody has upstreams. */
const maxFiles = 256;

/** A temporary file this old belongs to a writer that was killed. */
const staleTemporaryMs = 60 * 60 * 1000;

/**
 * Remembers tool lists as JSON files (0600) named by a digest of the definition digest, written
 * beside and renamed into place: a reader in any process sees a whole list or none. What cannot be
 * read counts as unknown and is logged; nothing here ever throws.
 *
 * @example const cache = createCatalogueCache({ folder: '/home/user/.cache/sluice/catalogue', logger });
 */
export function createCatalogueCache({ folder, logger }: CatalogueCacheOptions): CatalogueCache {
  const complain = (message: string, error: unknown) =>
    logger.warn(message, { reason: (error as NodeJS.ErrnoException).code ?? String(error) });

  return {
    async read(definitionDigest) {
      const name = fileNameOf(definitionDigest);
      try {
        const text = await readBounded(join(folder, name));
        return text === undefined ? undefined : readCachedTools(parseJson(text), definitionDigest);
      } catch (error) {
        complain(`Cannot read the cached tool list ${name}; it counts as unknown`, error);
        return undefined;
      }
    },
    async write(definitionDigest, tools) {
      const name = fileNameOf(definitionDigest);
      const temporary = join(
        folder,
        `${name}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`,
      );
      try {
        const text = printJson({ version: 1, definitionDigest, tools: tools as unknown as Json });
        const sizeBytes = Buffer.byteLength(text);
        if (sizeBytes > maxFileBytes)
          throw new Error(`the list has ${sizeBytes} bytes, more than ${maxFileBytes}`);
        await makeFolder(folder);
        await writeFile(temporary, text, { flag: 'wx', mode: 0o600 });
        await rename(temporary, join(folder, name));
        await dropOldFiles(folder);
      } catch (error) {
        complain('Cannot save a tool list to the cache', error);
        await rm(temporary, { force: true }).catch(() => undefined);
      }
    },
  };
}

/** Any text may be a digest; only its own digest becomes a file name. */
function fileNameOf(definitionDigest: string): string {
  return `${createHash('sha256').update(definitionDigest).digest('hex')}.json`;
}

async function readBounded(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    if (size > maxFileBytes)
      throw new Error(`the file has ${size} bytes, more than ${maxFileBytes}`);
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Keeps the number of files bounded. Another process may do the same at the same time. */
async function dropOldFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.json/.test(name));
  const hasTemporary = names.some((name) => name.endsWith('.tmp'));
  if (names.length <= maxFiles && !hasTemporary) return;
  const files = await Promise.all(
    names.map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined);
      return { name, modifiedAt: found?.mtimeMs ?? 0 };
    }),
  );
  const newestMs = Math.max(...files.map(({ modifiedAt }) => modifiedAt));
  const stale = files.filter(
    ({ name, modifiedAt }) => name.endsWith('.tmp') && modifiedAt < newestMs - staleTemporaryMs,
  );
  const old = files
    .filter(({ name }) => name.endsWith('.json'))
    .sort((a, b) => b.modifiedAt - a.modifiedAt)
    .slice(maxFiles);
  await Promise.all([...stale, ...old].map(({ name }) => rm(join(folder, name), { force: true })));
}
