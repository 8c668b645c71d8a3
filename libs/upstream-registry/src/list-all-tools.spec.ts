import type { Json } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { refusal } from './fixtures/harness.js';
import { listAllTools } from './list-all-tools.js';

const paged = (pages: Readonly<Record<string, unknown>>) => (cursor: string | undefined) =>
  Promise.resolve((pages[cursor ?? ''] ?? null) as Json);
const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });
const names = async (pages: Readonly<Record<string, unknown>>) =>
  (await listAllTools(paged(pages))).tools.map((listed) => listed.tool.name);

describe('listAllTools()', () => {
  it('walks all pages in order', async () => {
    const pages = {
      '': { tools: [tool('a')], nextCursor: 'x' },
      x: { tools: [], nextCursor: 'y' },
      y: { tools: [tool('b')] },
    };
    expect(await names(pages)).toEqual(['a', 'b']);
  });

  it('ends at a circle of cursors, and at an empty or odd one', async () => {
    const circle = {
      '': { tools: [tool('a')], nextCursor: 'x' },
      x: { tools: [tool('b')], nextCursor: 'y' },
      y: { tools: [tool('c')], nextCursor: 'x' },
    };
    expect(await names(circle)).toEqual(['a', 'b', 'c']);
    expect(await names({ '': { tools: [tool('a')], nextCursor: '' } })).toEqual(['a']);
    expect(await names({ '': { tools: [tool('a')], nextCursor: 7 } })).toEqual(['a']);
  });

  it('ends a list that never ends, and keeps what it has', async () => {
    let pages = 0;
    const list = await listAllTools(() => {
      pages += 1;
      return Promise.resolve({ tools: [tool(`t${pages}`)], nextCursor: `c${pages}` });
    });
    expect(list.tools).toHaveLength(1000);
    expect(list.problems).toEqual(['tools/list: more than 1000 pages; the rest is left out']);
  });

  it('leaves out what has no name, and the second of a name', async () => {
    const page = {
      tools: [tool('a'), { ...tool('a'), title: 'no' }, {}, null, tool('__proto__'), { name: '' }],
    };
    const { tools, problems } = await listAllTools(paged({ '': page }));
    expect(tools.map((listed) => [listed.tool.name, listed.tool.title])).toEqual([
      ['a', undefined],
      ['__proto__', undefined],
    ]);
    expect(problems).toHaveLength(4);
  });

  it('says first why a list ended, and counts what it does not tell one by one', async () => {
    const page = { tools: [...Array<null>(25).fill(null), tool('a')] };
    const hidden = { ...tool('b'), description: 'x\u200b\u200b' };
    const { problems } = await listAllTools(
      paged({ '': { ...page, nextCursor: 'x' }, x: { tools: [hidden], nextCursor: 'x' } }),
    );
    expect(problems).toHaveLength(23);
    expect(problems.slice(0, 2)).toEqual([
      'tools/list: a cursor came again; the list ends there',
      'tools/list: 2 hidden characters were removed from descriptions',
    ]);
    expect(problems.at(-1)).toBe('tools/list: 5 more entries were left out');
  });

  it('refuses an answer that is no list', async () => {
    for (const page of [null, [], {}, { tools: {} }])
      expect(await refusal(listAllTools(paged({ '': page })))).toEqual({
        code: 'UPSTREAM_PROTOCOL',
        message: 'The answer to tools/list holds no list of tools',
      });
  });
});
