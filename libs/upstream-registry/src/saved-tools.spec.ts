import { fakeClock } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { createSavedTools } from './saved-tools.js';

const tool = (name: string) => ({ name, rawName: name, inputSchema: {} });
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('createSavedTools()', () => {
  it('saves one list after another, so that the last one stays', async () => {
    const written: string[] = [];
    const write = async (_: string, [first]: readonly { name: string }[]) => {
      await settle();
      written.push(String(first?.name));
    };
    const saved = createSavedTools({ read: async () => undefined, write }, 'd', fakeClock());
    for (const name of ['a', 'b']) saved.save([tool(name)]);
    expect(written).toEqual([]);
    await saved.finish();
    expect(written).toEqual(['a', 'b']);
  });

  it('waits no longer than a second for a cache that hangs', async () => {
    const clock = fakeClock();
    const cache = { read: async () => undefined, write: () => new Promise<void>(() => undefined) };
    const saved = createSavedTools(cache, 'd', clock);
    saved.save([tool('a')]);
    const finished = saved.finish();
    await clock.advanceAsync(1000);
    await finished;
    expect(clock.pending).toBe(0);
  });

  it('knows nothing and keeps nothing where the cache fails or is missing', async () => {
    const fail = () => Promise.reject(new Error('disk'));
    for (const cache of [undefined, { read: fail, write: fail }]) {
      const saved = createSavedTools(cache, 'd', fakeClock());
      saved.save([tool('a')]);
      expect(await saved.read()).toBeUndefined();
      await saved.finish();
    }
  });
});
