import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryLogger } from '@sluice/contracts/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLayers } from './find-layers.js';
import {
  createTestRunner,
  livingRunners,
  machineLayers,
  runProgram,
  testSandbox,
} from './fixtures/run-program.js';
import type { RunnerLayers } from './runner-layers.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-runners-'));
});
afterEach(async () => {
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

const big = Uint8Array.from({ length: 3_000_000 }, (_, index) => (index * 31) % 251);
const files = { big, small: big.subarray(0, 500), next: big.map((byte) => 255 - byte) };
const limits = { maxFileBytes: 4_000_000 };

const program = `const sum = (bytes) => bytes.reduce((total, byte, index) => (total * 31 + byte + index) % 1000000007, 7)
  const names = ['big', 'small', 'next', 'big', 'next', 'small']
  const all = await Promise.all(names.map((name) => readFile(name, 'bytes')))
  all.push(await readFile('big', 'bytes'))
  return all.map((bytes) => [bytes.length, bytes.buffer.byteLength, sum(bytes)])`;

const sum = (bytes: Uint8Array) =>
  bytes.reduce((total, byte, index) => (total * 31 + byte + index) % 1_000_000_007, 7);
const expected = (['big', 'small', 'next', 'big', 'next', 'small', 'big'] as const).map((name) => [
  files[name].length,
  files[name].length,
  sum(files[name]),
]);

const layers: Readonly<Record<string, RunnerLayers>> = {
  'no layer': {},
  'those of this machine': machineLayers(),
  bubblewrap: findLayers({
    platform: process.platform,
    arch: process.arch,
    environment: process.env,
  }),
};

describe.each(['folder', 'host'] as const)('large files with sandbox.reads "%s"', (reads) => {
  it.each(
    Object.entries(layers).filter(([name, found]) => name !== 'bubblewrap' || found.bubblewrap),
  )('arrive whole and in order, in %s', async (_, some) => {
    const runner = createTestRunner({
      sandbox: { ...testSandbox, reads },
      layers: some,
      windows: async () => folder,
    });
    const { value, end } = await runProgram(runner, program, { files, limits });
    expect(value, JSON.stringify(end)).toEqual(expected);
    await runner.close();
  });
});

describe('the window of a runner', () => {
  const withWindows = (pool: number) =>
    createTestRunner({
      sandbox: { ...testSandbox, pool },
      layers: machineLayers(),
      windows: async () => folder,
    });

  it.skipIf(process.platform === 'win32')(
    'has no name while a program runs, nor while its runner waits',
    async () => {
      const runner = withWindows(2);
      await runner.warm?.();
      expect(await readdir(folder)).toEqual([]);
      const seen: unknown[] = [];
      await runProgram(runner, 'await readFile("big"); await fake.echo({})', {
        files: { big: new Uint8Array(2_000_000) },
        limits,
        call: async () => {
          seen.push(await readdir(folder));
          return { ok: true, value: null };
        },
      });
      expect(seen).toEqual([[]]);
      await runner.close();
    },
  );

  it.skipIf(process.platform !== 'linux')(
    'is the one file that a runner has open, and nothing of it is open after a crash',
    async () => {
      const runner = withWindows(0);
      const links: string[] = [];
      const { end } = await runProgram(runner, 'await readFile("big"); await fake.echo({})', {
        files: { big: new Uint8Array(2_000_000) },
        limits,
        call: async () => {
          links.push(...(await openFilesBelow(folder)));
          for (const pid of livingRunners()) process.kill(pid, 'SIGKILL');
          return { ok: true, value: null };
        },
      });
      expect(end).toMatchObject({ kind: 'stopped', code: 'RUN_EXITED' });
      // The host's own.
      expect(links).toEqual([expect.stringMatching(/window \(deleted\)$/)]);
      expect(await openFilesBelow(folder)).toEqual([]);
      await runner.close();
    },
  );

  it('is done without where it cannot be made; the operator is told once', async () => {
    const logger = memoryLogger();
    const runner = createTestRunner({
      logger,
      layers: machineLayers(),
      windows: () => Promise.reject(Object.assign(new Error('no'), { code: 'EROFS' })),
    });
    for (let run = 0; run < 2; run += 1)
      expect((await runProgram(runner, program, { files, limits })).value).toEqual(expected);
    const warnings = logger.lines.filter(({ level }) => level === 'warn');
    expect(warnings.map(({ message, fields }) => [message, fields])).toEqual([
      ['Files are read by the host', { reason: 'EROFS' }],
    ]);
    await runner.close();
  });

  it('goes with a runner that is cancelled while it starts', async () => {
    const runner = withWindows(0);
    for (const delayMs of [0, 1, 5, 20]) {
      const abort = new AbortController();
      const run = runProgram(runner, 'for (;;) {}', { signal: abort.signal });
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      abort.abort();
      expect((await run).end).toMatchObject({ code: 'RUN_CANCELLED' });
      expect(await readdir(folder)).toEqual([]);
    }
    await runner.close();
  });
});

/** Where the descriptors of this process lead, of those below a folder. Linux. */
async function openFilesBelow(place: string): Promise<readonly string[]> {
  const fds = await readdir('/proc/self/fd');
  const links = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return links.filter((link) => link.startsWith(place));
}
