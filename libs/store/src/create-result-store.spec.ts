import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  fakeClock,
  memoryLogger,
  resultStoreContract,
  smallResultSettings,
} from '@sluice/contracts/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResultStore } from './create-result-store.js';

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sluice-store-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

resultStoreContract('createResultStore()', async (settings, clock) =>
  createResultStore({
    folder: join(await mkdtemp(join(root, 'contract-')), 'results'),
    settings,
    clock,
    logger: memoryLogger(),
  }),
);

const setUp = async () => {
  const folder = join(await mkdtemp(join(root, 'own-')), 'a', 'results');
  const clock = fakeClock();
  const logger = memoryLogger();
  const open = () => createResultStore({ folder, settings: smallResultSettings, clock, logger });
  const names = () => readdir(folder).catch(() => undefined);
  return { folder, clock, logger, open, names };
};
const json = (text: string) => ({ text, kind: 'json', source: 'run_code' }) as const;

describe('createResultStore()', () => {
  it('touches the disk only when there is something to keep, and leaves nothing of a session that ended', async () => {
    const { open, names } = await setUp();
    const store = open();
    await store.stats();
    expect(await names()).toBeUndefined();
    await store.put('s1', json('1'));
    expect(await names()).toHaveLength(2);
    await store.endSession('s1');
    expect(await names()).toEqual([]);
    await store.close();
  });

  it.skipIf(process.platform === 'win32')(
    'lets nobody else look: folder 0700, files 0600, and no word of the session',
    async () => {
      const { folder, open, names } = await setUp();
      const store = open();
      const { ref } = await store.put('session-one', json('"x"'));
      expect((await stat(folder)).mode & 0o777).toBe(0o700);
      expect((await names())?.sort()).toEqual([`${ref}.data`, `${ref}.json`]);
      for (const name of [`${ref}.data`, `${ref}.json`])
        expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
      expect(await readFile(join(folder, `${ref}.json`), 'utf8')).not.toContain('session-one');
      await store.close();
    },
  );

  it('reads a text of several pieces as it was, whatever stands on their seams', async () => {
    const folder = await mkdtemp(join(root, 'long-'));
    const settings = { ...smallResultSettings, maxResultBytes: 1e8, maxStoreBytes: 1e8 };
    const store = createResultStore({
      folder,
      settings,
      clock: fakeClock(),
      logger: memoryLogger(),
    });
    for (const before of [0, 1, 2, 3]) {
      const text = `${'x'.repeat(before)}${'🦆é日\n'.repeat(300_000)}`;
      const { ref, extent } = await store.put('s1', { text, kind: 'text', source: 'a' });
      expect(extent).toEqual({ characters: text.length, lines: 300_001 });
      expect((await store.read('s1', ref)).text === text).toBe(true);
    }
    await store.close();
  });

  it('takes expired results off the disk by itself', async () => {
    const { clock, open, names } = await setUp();
    const store = open();
    await store.put('s1', json('1'));
    clock.advance(30_000);
    await store.put('s1', json('2'));
    expect(await names()).toHaveLength(4);
    clock.advance(30_000);
    await expect.poll(names).toHaveLength(2);
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(30_000);
    await expect.poll(names).toEqual([]);
    expect(clock.pending).toBe(0);
    await store.close();
  });

  it('finds what another process kept, and takes over its place in the quota', async () => {
    const { clock, open } = await setUp();
    const [one, two] = [open(), open()];
    const first = await one.put('s1', json('a'.repeat(100)));
    clock.advance(1);
    const second = await one.put('s1', json('b'.repeat(100)));
    await one.close();
    expect((await two.read('s1', first.ref)).text).toBe('a'.repeat(100));
    await expect(two.read('s2', first.ref)).rejects.toMatchObject({ code: 'RESULT_UNKNOWN' });
    clock.advance(1000);
    const third = await two.put('s1', json('c'.repeat(100)));
    expect(await two.list('s1')).toEqual([second, third]);
    await two.endSession('s1');
    await two.close();
  });

  it('keeps equal contents as one file with several names, also of several processes', async () => {
    const { folder, clock, open } = await setUp();
    const [one, two] = [open(), open()];
    const text = json('same');
    const { ref } = await one.put('s1', text);
    clock.advance(1000);
    await two.put('s2', text);
    await one.put('s3', text);
    expect((await stat(join(folder, `${ref}.data`))).nlink).toBe(3);
    await one.release('s1', ref);
    expect(await two.stats()).toEqual({ results: 2, sizeBytes: 4 });
    await Promise.all([one.close(), two.close()]);
  });

  it('says that a result is gone when somebody removed its content', async () => {
    const { folder, open } = await setUp();
    const store = open();
    const { ref } = await store.put('s1', json('1'));
    await rm(join(folder, `${ref}.data`));
    const gone = { code: 'RESULT_UNKNOWN' };
    await expect(store.read('s1', ref)).rejects.toMatchObject(gone);
    await expect(store.readBytes('s1', ref, { offset: 0, length: 1 })).rejects.toMatchObject(gone);
    await store.close();
  });

  it('says that a result is gone when its content is not as long as it was', async () => {
    const { folder, logger, open } = await setUp();
    const store = open();
    const { ref } = await store.put('s1', json('12345'));
    await writeFile(join(folder, `${ref}.data`), '123');
    await expect(store.read('s1', ref)).rejects.toMatchObject({ code: 'RESULT_UNKNOWN' });
    expect(logger.lines).toMatchObject([
      { level: 'warn', message: 'The content of a stored result is damaged', fields: { ref } },
    ]);
    await store.close();
  });

  it.each([
    'not JSON',
    'null',
    '{"version":1}',
    '{"version":2}',
    '{"version":1,"session":"x","digest":"x","blob":"../../x","stored":{}}',
  ])('takes a file with the text %j for no record', async (text) => {
    const { folder, open } = await setUp();
    const store = open();
    await store.put('s1', json('1'));
    const ref = `res_${'0'.repeat(32)}`;
    await writeFile(join(folder, `${ref}.json`), text);
    expect(await store.list('s1')).toHaveLength(1);
    await expect(store.read('s1', ref)).rejects.toMatchObject({ code: 'RESULT_UNKNOWN' });
    await store.close();
  });

  it('clears away what a killed process left half done, once nobody can be writing it any more', async () => {
    const { folder, names } = await setUp();
    // By the machine's time: files have it.
    const clock = fakeClock(Date.now());
    const store = createResultStore({
      folder,
      settings: { ...smallResultSettings, ttlSeconds: 3600 },
      clock,
      logger: memoryLogger(),
    });
    const { ref } = await store.put('s1', json('1'));
    const strays = [`res_${'0'.repeat(32)}.data`, '0123.new'];
    for (const name of [...strays, 'somebody-elses']) await writeFile(join(folder, name), 'x');
    await utimes(join(folder, strays[0] ?? ''), 1, 1);
    const own = [`${ref}.data`, `${ref}.json`, 'somebody-elses'];
    await store.list('s1');
    expect((await names())?.sort()).toEqual([...own, ...strays].sort());
    clock.advance(310_000);
    await store.list('s1');
    expect((await names())?.sort()).toEqual(own.sort());
    await store.close();
  });

  it('says why a result could not be kept, without path or payload, and works on afterwards', async () => {
    const { folder, open } = await setUp();
    const store = open();
    await mkdir(join(folder, '..'), { recursive: true });
    await writeFile(folder, 'a file where the folder should be');
    await expect(store.put('s1', json('"payload"'))).rejects.toMatchObject({
      code: 'INTERNAL',
      message: 'Cannot keep a result of 9 bytes: writing it to disk failed (ENOTDIR)',
      hint: 'Check free space and access of the folder that Sluice keeps results in.',
    });
    await rm(folder);
    expect((await store.put('s1', json('1'))).sizeBytes).toBe(1);
    await store.close();
  });

  it('gives every text and every bytes back as they were put', async () => {
    const { folder, clock, logger } = await setUp();
    const large = { ...smallResultSettings, maxResultBytes: 1e8, maxStoreBytes: 1e9 };
    const store = createResultStore({ folder, settings: large, clock, logger });
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      // Across the edges of the pieces in which a content is written.
      fc.integer({ min: 524_270, max: 524_300 }).map((length) => `${'a'.repeat(length)}🦆é`),
    );
    await fc.assert(
      fc.asyncProperty(texts, fc.uint8Array(), async (text, bytes) => {
        const { ref } = await store.put('s1', { text, kind: 'text', source: 'x' });
        expect((await store.read('s1', ref)).text === text).toBe(true);
        const kept = await store.put('s1', {
          bytes,
          kind: 'bytes',
          contentType: 'a/b',
          source: '',
        });
        const range = { offset: 0, length: 1000 };
        expect([...(await store.readBytes('s1', kept.ref, range)).bytes]).toEqual([...bytes]);
      }),
      { numRuns: 60 },
    );
    await store.close();
  });

  it('names maxStoreBytes where that is the smaller limit', async () => {
    const { folder, clock, logger } = await setUp();
    const settings = { ...smallResultSettings, maxStoreBytes: 50 };
    const store = createResultStore({ folder, settings, clock, logger });
    await expect(store.put('s1', json('x'.repeat(51)))).rejects.toMatchObject({
      code: 'RESULT_TOO_LARGE',
      message:
        'Cannot keep a result of 51 bytes: results.maxStoreBytes allows 50 bytes for all results',
      hint: 'Return less: filter, pick fields or aggregate in the program; or raise results.maxStoreBytes.',
    });
    await store.close();
  });
});
