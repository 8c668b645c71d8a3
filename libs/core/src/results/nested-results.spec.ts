import { fakeClock, memoryResultStore, smallResultSettings } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { createResultMemory } from './nested-results.js';

const settings = { ...smallResultSettings, maxResultBytes: 300, maxStoreBytes: 2000 };

function setUp(maxBytes = 400) {
  const store = memoryResultStore(settings, fakeClock());
  const memory = createResultMemory({ store, maxBytes });
  const results = memory.forSession('s1');
  const remember = (n: number, value: string, sizeBytes = value.length) =>
    results.remember({ n, toolId: `mcp__a__t${n}`, value, sizeBytes });
  return { store, memory, results, remember };
}

describe('createResultMemory()', () => {
  it('keeps small results as the values they are, and writes nothing', async () => {
    const { store, results, remember } = setUp();
    remember(1, 'one');
    remember(2, 'two');
    expect(results.find(1)).toEqual({ kind: 'value', value: 'one', toolId: 'mcp__a__t1' });
    expect(results.find(3)).toBeUndefined();
    expect(results.keep(3)).toBeUndefined();
    expect(await store.stats()).toEqual({ results: 0, sizeBytes: 0 });
  });

  it('gives the oldest to the store when the memory is full, and a very large one at once', async () => {
    const { store, results, remember } = setUp();
    for (const n of [1, 2, 3, 4]) remember(n, String(n).repeat(100));
    remember(5, '5'.repeat(100));
    remember(6, '6'.repeat(201));
    const found = results.find(1);
    if (found?.kind !== 'stored') throw new Error('it is still in memory');
    const stored = await found.stored;
    expect(stored).toMatchObject({ kind: 'text', source: 'mcp__a__t1' });
    expect((await store.read('s1', stored.ref)).text).toBe('1'.repeat(100));
    const kinds = [2, 3, 4, 5, 6].map((n) => results.find(n)?.kind);
    expect(kinds).toEqual(['value', 'value', 'value', 'value', 'stored']);
  });

  it('counts parsed values as four times what they came in', () => {
    const { results } = setUp();
    for (const n of [1, 2, 3]) results.remember({ n, toolId: 't', value: { n }, sizeBytes: 40 });
    expect([1, 2, 3].map((n) => results.find(n)?.kind)).toEqual(['stored', 'value', 'value']);
  });

  it('keeps a result once, whoever asks', async () => {
    const { store, results } = setUp();
    results.remember({ n: 1, toolId: 't', value: { id: 12345678901234567890n }, sizeBytes: 9 });
    const [first, second] = [await results.keep(1), await results.keep(1)];
    expect(second).toEqual(first);
    expect((await store.read('s1', first?.ref ?? '')).text).toBe('{"id":12345678901234567890}');
    expect(results.find(1)?.kind).toBe('value');
  });

  it('keeps a text with half a character as JSON, which can say it', async () => {
    const { store, results, remember } = setUp();
    remember(1, 'half \ud83e');
    const { ref, kind } = (await results.keep(1)) ?? {};
    expect(kind).toBe('json');
    expect((await store.read('s1', ref ?? '')).text).toBe('"half \\ud83e"');
  });

  it('says of a result that the store refused why, and only to whoever asks', async () => {
    const { results, remember } = setUp();
    remember(1, 'x'.repeat(500));
    const found = results.find(1);
    if (found?.kind !== 'stored') throw new Error('it is in memory');
    await expect(found.stored).rejects.toMatchObject({ code: 'RESULT_TOO_LARGE' });
  });

  it('shares its memory among sessions, and forgets one of them without the others', () => {
    const { memory, results, remember } = setUp(200);
    const other = memory.forSession('s2');
    const small = (n: number) => ({ n, toolId: 't', value: 'y'.repeat(40), sizeBytes: 40 });
    for (const n of [1, 2, 3]) other.remember(small(n));
    for (const n of [1, 2, 3]) remember(n, 'x'.repeat(40));
    expect(other.find(1)?.kind).toBe('stored');
    expect(other.find(2)?.kind).toBe('value');
    other.clear();
    expect(other.find(2)).toBeUndefined();
    for (const n of [4, 5]) remember(n, 'x'.repeat(40));
    expect(results.find(1)?.kind).toBe('value');
  });

  it('knows the last 10,000 results of a session', () => {
    const { results } = setUp(1e9);
    for (let n = 1; n <= 10_001; n += 1)
      results.remember({ n, toolId: 't', value: null, sizeBytes: 4 });
    expect(results.find(1)).toBeUndefined();
    expect(results.find(2)?.kind).toBe('value');
  });
});
