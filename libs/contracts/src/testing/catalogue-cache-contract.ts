import { describe, expect, it } from 'vitest';
import type { CatalogueCache } from '../catalogue-cache.js';
import type { UpstreamTool } from '../tool.js';

/** Makes the cache under test; called twice for one `place`, it makes two that share it. */
export type MakeCatalogueCache = (place: string) => CatalogueCache;

const tools: readonly UpstreamTool[] = [
  {
    name: 'get_issue',
    rawName: 'gh_get_issue',
    description: 'Reads one issue – 日本 🦆',
    inputSchema: { type: 'object', properties: { id: { maximum: 18446744073709551615n } } },
    outputSchema: true,
    annotations: { readOnlyHint: true },
    notes: ['odd'],
  },
  { name: '__proto__', rawName: '__proto__', inputSchema: {} },
];

/** What every {@link CatalogueCache} promises. Call it inside a spec file. */
export function catalogueCacheContract(name: string, makeCache: MakeCatalogueCache): void {
  describe(`${name}, as a CatalogueCache`, () => {
    it('knows nothing of a digest that was never written', async () => {
      expect(await makeCache('empty').read('sha256:none')).toBeUndefined();
    });

    it('gives the tools back as they were written, long integers included', async () => {
      const cache = makeCache('same');
      await cache.write('sha256:one', tools);
      expect(await cache.read('sha256:one')).toEqual(tools);
    });

    it('keeps one list per digest, and the last one written', async () => {
      const cache = makeCache('last');
      await cache.write('a', tools);
      await cache.write('b', []);
      await cache.write('a', tools.slice(0, 1));
      expect(await cache.read('a')).toEqual(tools.slice(0, 1));
      expect(await cache.read('b')).toEqual([]);
    });

    it('takes any text as a digest without leaving its place', async () => {
      const cache = makeCache('hostile');
      for (const digest of [
        '../../escape',
        '/etc/passwd',
        '',
        'CON',
        'a\u0000b',
        'x'.repeat(5000),
      ]) {
        await cache.write(digest, tools);
        expect(await cache.read(digest)).toEqual(tools);
      }
    });

    it('survives many writers of one digest at once', async () => {
      const lists = Array.from({ length: 20 }, (_, i): UpstreamTool[] => [
        { name: `tool_${i}`, rawName: `tool_${i}`, inputSchema: {} },
      ]);
      await Promise.all(lists.map((list) => makeCache('shared').write('d', list)));
      expect(lists).toContainEqual(await makeCache('shared').read('d'));
    });
  });
}
