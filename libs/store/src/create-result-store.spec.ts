import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  fakeClock,
  memoryLogger,
  resultStoreContract,
  smallResultSettings,
} from '@sluice/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResultStore } from './create-result-store.js';
import { processMark } from './process-mark.js';

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
const json = (text: string) =>
  ({ text, contentType: 'application/json', source: 'run_code' }) as const;

describe('createResultStore()', () => {
  it('touches the disk only when there is something to keep, and leaves nothing behind', async () => {
    const { open, names } = await setUp();
    const store = await open();
    expect(await names()).toBeUndefined();
    await store.put('s1', json('1'));
    expect(await names()).toHaveLength(1);
    await store.close();
    expect(await names()).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')(
    'lets nobody else look: folder 0700, files 0600, and no name tells of session or reference',
    async () => {
      const { folder, open, names } = await setUp();
      const store = await open();
      const { ref } = await store.put('session-one', json('"x"'));
      const [own = ''] = (await names()) ?? [];
      const files = await readdir(join(folder, own));
      expect((await stat(join(folder, own))).mode & 0o777).toBe(0o700);
      expect(files).toHaveLength(1);
      expect((await stat(join(folder, own, files[0] ?? ''))).mode & 0o777).toBe(0o600);
      expect(`${own}/${files[0]}`).not.toMatch(new RegExp(`session-one|${ref.slice(4)}`));
      await store.close();
    },
  );

  it('takes expired texts off the disk by itself', async () => {
    const { folder, clock, open, names } = await setUp();
    const store = await open();
    await store.put('s1', json('1'));
    clock.advance(30_000);
    await store.put('s1', json('2'));
    const [own = ''] = (await names()) ?? [];
    expect(await readdir(join(folder, own))).toHaveLength(2);
    clock.advance(30_000);
    await expect.poll(() => readdir(join(folder, own))).toHaveLength(1);
    await expect.poll(() => clock.pending).toBe(1);
    clock.advance(30_000);
    await expect.poll(() => readdir(join(folder, own))).toHaveLength(0);
    expect(clock.pending).toBe(0);
    await store.close();
  });

  it('says that a result is gone when somebody removed its file', async () => {
    const { folder, open, names } = await setUp();
    const store = await open();
    const { ref } = await store.put('s1', json('1'));
    const [own = ''] = (await names()) ?? [];
    await rm(join(folder, own), { recursive: true });
    await expect(store.read('s1', ref)).rejects.toMatchObject({ code: 'RESULT_UNKNOWN' });
    await store.close();
  });

  it('says why a result could not be kept, without path or payload, and works on afterwards', async () => {
    const { folder, open } = await setUp();
    const store = await open();
    await mkdir(join(folder, '..'), { recursive: true });
    await writeFile(folder, 'a file where the folder should be');
    await expect(store.put('s1', json('"payload"'))).rejects.toMatchObject({
      code: 'INTERNAL',
      message: 'Cannot keep a result of 9 bytes: writing it to disk failed (EEXIST)',
      hint: 'Check free space and access of the folder that Sluice keeps results in.',
    });
    await rm(folder);
    expect((await store.put('s1', json('1'))).sizeBytes).toBe(1);
    await store.close();
  });

  it('sweeps what dead processes left, and nothing that lives or that is not ours', async () => {
    const { folder, logger, open, names } = await setUp();
    const gone = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
    const deadPid = gone.pid;
    await new Promise((resolve) => gone.once('exit', resolve));
    const alive = await processMark(process.pid);
    const outside = join(folder, '..', 'outside');
    await mkdir(folder, { recursive: true });
    await mkdir(outside);
    await writeFile(join(outside, 'keep'), 'x');
    const id = '0123456789abcdef';
    const kept = [
      `results-${alive.pid}-${alive.startedAt}-${id}`,
      `results-${alive.pid}-0-${id}`,
      `results-${deadPid}-0-short`,
      'something-else',
    ];
    const swept = [
      `results-${deadPid}-77-${id}`,
      // The process id was given out again: ours, but not started then.
      ...(alive.startedAt === '0' ? [] : [`results-${alive.pid}-1-${id}`]),
    ];
    for (const name of [...kept, ...swept])
      await mkdir(join(folder, name, 'x'), { recursive: true });
    await symlink(outside, join(folder, `results-${deadPid}-1-${id}`));
    const store = await open();
    expect(((await names()) ?? []).sort()).toEqual([...kept, `results-${deadPid}-1-${id}`].sort());
    expect(await readFile(join(outside, 'keep'), 'utf8')).toBe('x');
    expect(logger.lines.map(({ level }) => level)).toEqual(swept.map(() => 'debug'));
    await store.close();
  });

  it('lets several stores share one folder', async () => {
    const { open, names } = await setUp();
    const [one, two] = await Promise.all([open(), open()]);
    const mine = await one.put('s1', json('1'));
    const other = await two.put('s1', json('2'));
    await one.close();
    expect((await two.read('s1', other.ref)).text).toBe('2');
    await expect(two.read('s1', mine.ref)).rejects.toMatchObject({ code: 'RESULT_UNKNOWN' });
    await two.close();
    expect(await names()).toEqual([]);
  });

  it('names maxStoreBytes where that is the smaller limit', async () => {
    const { folder, clock, logger } = await setUp();
    const settings = { ...smallResultSettings, maxStoreBytes: 50 };
    const store = await createResultStore({ folder, settings, clock, logger });
    await expect(store.put('s1', json('x'.repeat(51)))).rejects.toMatchObject({
      code: 'RESULT_TOO_LARGE',
      message:
        'Cannot keep a result of 51 bytes: results.maxStoreBytes allows 50 bytes for all results',
      hint: 'Return less: filter, pick fields or aggregate in the program; or raise results.maxStoreBytes.',
    });
    await store.close();
  });
});
