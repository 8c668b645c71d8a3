import { mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueCacheContract, memoryLogger } from '@sluice/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCatalogueCache } from './create-catalogue-cache.js';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sluice-cache-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

catalogueCacheContract('createCatalogueCache()', (place) =>
  createCatalogueCache({ folder: join(root, 'contract', place), logger: memoryLogger() }),
);

const setUp = async () => {
  const folder = join(await mkdtemp(join(root, 'own-')), 'catalogue');
  const logger = memoryLogger();
  const cache = createCatalogueCache({ folder, logger });
  const warnings = () =>
    logger.lines.map(({ message, fields }) => `${message}: ${String(fields['reason'])}`);
  return { folder, cache, warnings };
};
const tool = { name: 'a', rawName: 'a', inputSchema: {} };

describe('createCatalogueCache()', () => {
  it.skipIf(process.platform === 'win32')(
    'keeps files to the user: folder 0700, file 0600',
    async () => {
      const { folder, cache } = await setUp();
      await cache.write('d', [tool]);
      const [file = ''] = await readdir(folder);
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
    },
  );

  it.each([
    ['', 'SyntaxError: Unexpected end of JSON input'],
    ['{"version":1,"definitionDigest":"d","tools":[', /SyntaxError: /],
    ['[]', 'Error: it is not of version 1'],
    ['{"version":2}', 'Error: it is not of version 1'],
    ['{"version":1,"definitionDigest":"e","tools":[]}', 'Error: it is of another definition'],
    ['{"version":1,"definitionDigest":"d"}', 'Error: it has no list of tools'],
    ['{"version":1,"definitionDigest":"d","tools":[null]}', 'Error: tools[0] is not a tool'],
    [
      '{"version":1,"definitionDigest":"d","tools":[{"name":"a","rawName":"a","inputSchema":7}]}',
      'Error: tools[0] is not a tool',
    ],
    [
      '{"version":1,"definitionDigest":"d","tools":[{"name":"a","rawName":"a","inputSchema":{},"description":{}}]}',
      'Error: tools[0] is not a tool',
    ],
  ])('takes the damaged file %j for unknown and says why', async (text, reason) => {
    const { folder, cache, warnings } = await setUp();
    await cache.write('d', [tool]);
    const [file = ''] = await readdir(folder);
    await writeFile(join(folder, file), text);
    expect(await cache.read('d')).toBeUndefined();
    const prefix = `Cannot read the cached tool list ${file}; it counts as unknown: `;
    expect(warnings()).toEqual([
      typeof reason === 'string'
        ? `${prefix}${reason}`
        : expect.stringMatching(new RegExp(`^${prefix}${reason.source}`)),
    ]);
    await cache.write('d', [tool]);
    expect(await cache.read('d')).toEqual([tool]);
  });

  it('does not keep a list above its limit, and says so', async () => {
    const { folder, cache, warnings } = await setUp();
    await cache.write('d', [{ ...tool, description: 'x'.repeat(17 * 1024 * 1024) }]);
    expect(await cache.read('d')).toBeUndefined();
    expect(await readdir(folder).catch(() => [])).toEqual([]);
    expect(warnings()).toEqual([
      expect.stringMatching(
        /^Cannot save a tool list to the cache: Error: the list has \d+ bytes, more than 16777216$/,
      ),
    ]);
  });

  it('logs and goes on where the folder cannot be made', async () => {
    const { folder, cache, warnings } = await setUp();
    await writeFile(folder, 'a file');
    await cache.write('d', [tool]);
    expect(await cache.read('d')).toBeUndefined();
    expect(warnings()[0]).toMatch(/^Cannot save a tool list to the cache: E/);
    expect(await readFile(folder, 'utf8')).toBe('a file');
  });

  it('keeps the 256 lists that were written last, and clears up after killed writers', async () => {
    const { folder, cache } = await setUp();
    await cache.write('first', [tool]);
    const [first = ''] = await readdir(folder);
    const anHourAndMoreAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(folder, first), anHourAndMoreAgo, anHourAndMoreAgo);
    const stale = `${'0'.repeat(64)}.json.1.abc.tmp`;
    await writeFile(join(folder, stale), '');
    await utimes(join(folder, stale), anHourAndMoreAgo, anHourAndMoreAgo);
    await writeFile(join(folder, 'not-ours.txt'), '');
    for (let i = 0; i < 256; i += 1) await cache.write(`d${i}`, [tool]);
    const names = await readdir(folder);
    expect(names).toHaveLength(257);
    expect(names).toContain('not-ours.txt');
    expect(names).not.toContain(stale);
    expect(await cache.read('first')).toBeUndefined();
    expect(await cache.read('d255')).toEqual([tool]);
  });
});
