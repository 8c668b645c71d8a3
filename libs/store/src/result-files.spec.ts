import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeClock, memoryLogger } from '@sluice/contracts/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createResultStore } from './create-result-store.js';

const settings = {
  inlineMaxBytes: 32_768,
  previewMaxBytes: 4096,
  readMaxBytes: 16_384,
  maxResultBytes: 1_000_000,
  maxStoreBytes: 10_000_000,
  ttlSeconds: 3600,
};
const result = { text: '{"a":1}', kind: 'json', source: 'run_code' } as const;
const planted = `res_${'0123456789abcdef'.repeat(2)}`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-results-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () =>
  createResultStore({ folder, settings, clock: fakeClock(), logger: memoryLogger() });

/** What somebody may put where a file of the store stands or could stand. */
const plants: [string, (path: string) => void][] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a link to an endless device', (path) => symlinkSync('/dev/zero', path)],
  [
    'a link to another file of the same size',
    (path) => {
      writeFileSync(join(folder, 'other'), '{"b":2}');
      symlinkSync(join(folder, 'other'), path);
    },
  ],
  ['a link to itself', (path) => symlinkSync(path, path)],
  ['a folder', (path) => mkdirSync(path)],
  ['a file that is much larger', (path) => writeFileSync(path, 'x'.repeat(3_000_000))],
];

describe.runIf(process.platform !== 'win32')(
  'a folder of results that somebody else writes to',
  () => {
    it.each(plants)(
      'takes %s in place of a content for a result that is gone',
      async (_, plant) => {
        const store = open();
        const { ref } = await store.put('s', result);
        rmSync(join(folder, `${ref}.data`));
        plant(join(folder, `${ref}.data`));
        await expect(store.read('s', ref)).rejects.toThrow(
          `Cannot read the result "${ref}": this session has no such result`,
        );
        await store.close();
      },
    );

    it.each(plants)('goes on with %s among its records', async (_, plant) => {
      const first = open();
      const { ref } = await first.put('s', result);
      await first.close();
      plant(join(folder, `${planted}.json`));
      const store = open();
      await expect(store.find('s', planted)).rejects.toThrow('this session has no such result');
      const added = await store.put('s', result);
      expect((await store.list('s')).map((one) => one.ref).sort()).toEqual([ref, added.ref].sort());
      expect((await store.read('s', ref)).text).toBe(result.text);
      await store.close();
    });
  },
);
