import { SluiceError } from '@sluice/contracts';
import type { NewResult, ResultStore, Workbench } from '@sluice/contracts';
import {
  fakeClock,
  inPlaceWorkbench,
  memoryResultStore,
  smallResultSettings,
} from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { jobs } from './jobs.js';
import { shapeResult } from './shape-result.js';

const settings = {
  ...smallResultSettings,
  inlineMaxBytes: 20,
  previewMaxBytes: 64,
  maxResultBytes: 10_000_000,
  maxStoreBytes: 20_000_000,
};

function setUp(limits = settings, workbench = inPlaceWorkbench(jobs)) {
  const memory = memoryResultStore(limits, fakeClock());
  const kept: (NewResult & { sessionId: string })[] = [];
  const store: ResultStore = {
    ...memory,
    put(sessionId, result) {
      kept.push({ sessionId, ...result });
      return memory.put(sessionId, result);
    },
  };
  const shape = (json: string, kind: 'json' | 'wire' = 'wire') =>
    shapeResult(
      { store, settings, workbench },
      {
        sessionId: 's1',
        text: json,
        kind,
        sizeBytes: new TextEncoder().encode(json).length,
        source: 'run_code',
        signal: new AbortController().signal,
      },
    );
  return { kept, shape };
}

describe('shapeResult()', () => {
  it('gives nothing for undefined', async () => {
    const { shape } = setUp();
    expect(await shape('{"$type":"undefined"}')).toEqual({ kind: 'none' });
  });

  it('takes what looks like a tag for data where it is no wire text', async () => {
    const { shape } = setUp();
    expect(await shape('{"$type":"undefined"}', 'json')).toMatchObject({ kind: 'reference' });
  });

  it.each([
    ['null', 'null', 'application/json', 4],
    ['{"a":9007199254740993}', undefined, 'application/json', 0],
    ['{"id":123456789}', '{"id":123456789}', 'application/json', 16],
    ['"tab\\there"', 'tab\there', 'text/plain', 11],
    ['"{\\"a\\":1}"', '{"a":1}', 'text/plain', 11],
    ['"half \\ud83e"', '"half \\ud83e"', 'application/json', 13],
    ['""', '', 'text/plain', 2],
  ])(
    'shows the small value %s inline, a string as bare text',
    async (json, text, contentType, sizeBytes) => {
      const { kept, shape } = setUp();
      const shaped = await shape(json);
      if (text === undefined) expect(shaped.kind).toBe('reference');
      else {
        expect(shaped).toEqual({ kind: 'inline', text, contentType, sizeBytes });
        expect(kept).toEqual([]);
      }
    },
  );

  it('hands the start of a very long text to the workbench, and the size of it all', async () => {
    const given: unknown[] = [];
    const workbench: Workbench = {
      run(name, input, { owner }) {
        given.push([name, { ...input, json: undefined }, owner]);
        return inPlaceWorkbench(jobs).run(name, input, { owner, signal });
      },
      warm: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    const { signal } = new AbortController();
    const { shape } = setUp({ ...settings, maxResultBytes: 1e8, maxStoreBytes: 1e8 }, workbench);
    const json = `["${'é'.repeat(16_000_000)}",1,"${'é'.repeat(18_000_000)}"]`;
    expect(await shape(json)).toMatchObject({
      shape: 'its first part: Array(2) of (string | number)',
      preview: `["${'é'.repeat(11)}\n… (24 of 68000009 bytes shown)`,
    });
    expect(given).toEqual([
      ['lookAtValue', { sizeBytes: 68_000_009, isWhole: false, previewMaxBytes: 64 }, 's1'],
    ]);
  });

  it('keeps a value that cannot be looked at', async () => {
    const failing: Workbench = {
      run: () => Promise.reject(new SluiceError('WORK_TIMEOUT', 'Cannot finish the job')),
      warm: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    const { kept, shape } = setUp(settings, failing);
    expect(await shape(JSON.stringify(['long enough', 'to be kept']))).toMatchObject({
      kind: 'reference',
      shape: 'JSON, not described',
      preview: '["long enough","to be kept"]',
    });
    expect(kept).toHaveLength(1);
  });

  it('keeps a value above the limit and gives reference, shape and preview', async () => {
    const { kept, shape } = setUp();
    const json = JSON.stringify({ rows: [1, 2, 3], note: 'long enough' });
    const shaped = await shape(json);
    expect(kept).toEqual([{ sessionId: 's1', text: json, kind: 'wire', source: 'run_code' }]);
    expect(shaped).toMatchObject({
      kind: 'reference',
      stored: { kind: 'wire', sizeBytes: json.length },
      shape: '{ rows: Array(3) of number, note: string }',
      preview: '{"rows": [1, 2, 3], "note": "long enough"}',
    });
  });

  it('keeps a long string as its bare text', async () => {
    const { kept, shape } = setUp();
    const text = 'line one é\n'.repeat(20);
    const shaped = await shape(JSON.stringify(text));
    expect(kept).toEqual([{ sessionId: 's1', text, kind: 'text', source: 'run_code' }]);
    expect(shaped).toMatchObject({
      shape: 'text of 220 characters in 21 lines',
      preview: 'line one é\nline one é\nline one é\n… (35 of 240 bytes shown)',
    });
  });

  it('keeps a text with half a character as JSON, which can carry it', async () => {
    const { kept, shape } = setUp();
    const json = JSON.stringify(`${'x'.repeat(30)}\ud83e`);
    await shape(json);
    expect(kept).toMatchObject([{ text: json, kind: 'wire' }]);
  });

  it('keeps what is nested too deeply to be read', async () => {
    const { kept, shape } = setUp();
    const json = `${'['.repeat(20_000)}12345678901234567890${']'.repeat(20_000)}`;
    expect(await shape(json)).toMatchObject({
      kind: 'reference',
      shape: 'JSON, too deeply nested to describe',
      preview: `${'['.repeat(31)}\n… (31 of 40020 bytes shown)`,
    });
    expect(kept).toHaveLength(1);
  });

  it('fails loudly where the store refuses', async () => {
    const { shape } = setUp({ ...settings, maxResultBytes: 100_000 });
    await expect(shape(`"${'x'.repeat(100_001)}"`)).rejects.toMatchObject({
      code: 'RESULT_TOO_LARGE',
    });
  });
});
