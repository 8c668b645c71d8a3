import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryLogger, smallResultSettings } from '@sluice/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResultStore } from './create-result-store.js';
import { sampleContent } from './fixtures/sample-content.js';
import { createStoreChildren } from './fixtures/start-store-child.js';
import type { StoreChildren } from './fixtures/start-store-child.js';
import { systemClock } from './fixtures/system-clock.js';
import { openResultFiles } from './result-files.js';

const root = mkdtempSync(join(tmpdir(), 'sluice-killed-'));
let children: StoreChildren;
beforeAll(async () => {
  children = await createStoreChildren();
});
afterAll(() => {
  children.remove();
  rmSync(root, { recursive: true, force: true });
});

const rounds = 200;
const settings = { ...smallResultSettings, maxResultBytes: 2e6, maxStoreBytes: 1e12 };

describe('createResultStore(), with processes that are killed', () => {
  it(`loses no result that was kept, and shows no half one, in ${rounds} kills at random moments`, async () => {
    const folder = join(root, 'killed');
    const kept = new Map<string, number>();
    const maybeGone = new Set<string>();
    const round = async (number: number) => {
      const child = children.start('write', folder, String(number * 1000));
      await child.started;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 12));
      child.process.kill('SIGKILL');
      await child.ended;
      for (const line of child.lines) {
        const [word, ref = '', content] = line.split(' ');
        if (word === 'kept') kept.set(ref, Number(content));
        else maybeGone.add(ref);
      }
    };
    for (let number = 0; number < rounds; number += 4)
      await Promise.all([0, 1, 2, 3].map((more) => round(number + more)));

    const store = createResultStore({
      folder,
      settings: { ...settings, ttlSeconds: 3600 },
      clock: systemClock,
      logger: memoryLogger(),
    });
    const files = openResultFiles(folder);
    const listed = new Set((await store.list('s')).map(({ ref }) => ref));
    expect(kept.size).toBeGreaterThanOrEqual(rounds);
    for (const [ref, number] of kept)
      if (!maybeGone.has(ref)) {
        expect(listed).toContain(ref);
        expect((await store.read('s', ref)).text === sampleContent(number)).toBe(true);
      }
    // Also what nobody was told of any more is whole.
    for (const ref of listed) {
      const { stored, text } = await store.read('s', ref);
      expect(Buffer.byteLength(text)).toBe(stored.sizeBytes);
      expect(text === sampleContent(Number.parseInt(text, 10))).toBe(true);
    }
    // What was under way when they died is cleared away once nobody can be writing it any more.
    await files.removeStrays((await files.list()).strays, Date.now() + 1000);
    expect(readdirSync(folder)).toHaveLength(2 * listed.size);
    await store.close();
  }, 180_000);

  it('is shared by two processes that use it in every way at once, without an error', async () => {
    const folder = join(root, 'shared');
    const both = [0, 1].map(() => children.start('random', folder, '3'));
    await Promise.all(both.map(({ ended }) => ended));
    for (const { lines } of both) expect(lines).toEqual([expect.stringMatching(/^done \d+$/)]);
  }, 60_000);
});
