import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryLogger } from '@sluice/contracts/testing';
import type { JsonSchema } from '@sluice/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createShapeStore } from './create-shape-store.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-shapes-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => {
  const logger = memoryLogger();
  const path = join(folder, 'shapes', 'shapes.json');
  return { path, logger, store: createShapeStore({ path, logger }) };
};

describe('createShapeStore()', () => {
  it('gives what was written in its order, in a private file, and leaves nothing else', async () => {
    const { path, store, logger } = open();
    expect(await store.read()).toEqual(new Map());
    const shapes = new Map<string, JsonSchema>([
      ['b', { type: 'string' }],
      ['a', { type: 'array', items: { type: 'number' } }],
    ]);
    await store.write(new Map([['c', {}]]));
    await store.write(shapes);
    expect(Array.from(await open().store.read())).toEqual(Array.from(shapes));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'shapes'))).toEqual(['shapes.json']);
    expect(logger.lines).toEqual([]);
  });

  it.each(['', '{', '[]', 'null', '{"version":2,"shapes":[]}', '{"version":1,"shapes":[["a",1]]}'])(
    'counts as unknown what is not its own: %s',
    async (text) => {
      const { path, store, logger } = open();
      await store.write(new Map());
      await writeFile(path, text);
      expect(await store.read()).toEqual(new Map());
      expect(logger.lines).toHaveLength(1);
    },
  );

  it('keeps nothing larger than it would read', async () => {
    const { store, logger } = open();
    await store.write(new Map([['a', { type: 'x'.repeat(5_000_000) }]]));
    expect(await store.read()).toEqual(new Map());
    expect(logger.lines).toHaveLength(1);
  });
});
