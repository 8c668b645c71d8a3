import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { commandServer, testRegistry } from './fixtures/harness.js';

const require = createRequire(import.meta.url);
const mainOf = (name: string) =>
  join(dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`)), 'dist/index.js');

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(endings.splice(0).map((end) => end()));
});

describe('createUpstreamRegistry() with servers from npm', () => {
  it('lists and calls server-everything: text, structure, images, links, progress and errors', async () => {
    const everything = commandServer('everything', process.execPath, [
      mainOf('server-everything'),
      'stdio',
    ]);
    const { registry, call, status } = testRegistry([everything]);
    endings.push(() => registry.close());
    const ready = await status('everything');
    expect(ready).toMatchObject({ state: 'ready', toolsFrom: 'live' });
    expect(ready.toolCount).toBeGreaterThan(8);
    expect((await call('everything', 'echo', { message: 'hi' })).value).toBe('Echo: hi');
    expect(
      (await call('everything', 'get-structured-content', { location: 'New York' })).value,
    ).toMatchObject({
      temperature: expect.any(Number),
    });
    const image = await call('everything', 'get-tiny-image');
    expect(image.value).toMatchObject({
      content: expect.arrayContaining([
        { type: 'image', mimeType: 'image/png', data: expect.any(String) },
      ]),
    });
    const notes: unknown[] = [];
    await call(
      'everything',
      'trigger-long-running-operation',
      { duration: 0.4, steps: 2 },
      { onProgress: (note) => notes.push(note) },
    );
    expect(notes.length).toBeGreaterThan(0);
    expect(await call('everything', 'get-sum', { a: 'x' })).toMatchObject({ isError: true });
  });

  it('works with server-memory', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-memory-'));
    const memory = commandServer('memory', process.execPath, [mainOf('server-memory')]);
    if (memory.transport.kind !== 'stdio') throw new Error('not stdio');
    const env = { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') };
    const { registry, call } = testRegistry([
      { ...memory, transport: { ...memory.transport, env } },
    ]);
    endings.push(async () => {
      await registry.close();
      rmSync(folder, { recursive: true });
    });
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }];
    await call('memory', 'create_entities', { entities });
    expect((await call('memory', 'search_nodes', { query: 'Ada' })).value).toMatchObject({
      entities,
    });
  });
});
