import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClient, type TestClient } from './support/connect-client.js';
import { createWorkplace, type Workplace } from './support/workplace.js';

let workplace: Workplace;
let client: TestClient;

beforeAll(async () => {
  workplace = createWorkplace();
  const script = fileURLToPath(new URL('./fixtures/data-upstream.mjs', import.meta.url));
  const server = (name: string) => ({ command: process.execPath, args: [script, name] });
  const config = workplace.writeConfig({
    mcpServers: { crm: server('crm'), stats: server('stats'), kinds: server('kinds') },
    policy: [
      { match: 'mcp__*__describe', action: 'allow' },
      { match: 'mcp__*__digits', action: 'allow' },
      { match: 'mcp__crm__*', action: 'allow' },
      { match: 'mcp__kinds__*', action: 'allow' },
    ],
  });
  const launch = workplace.sluice('--config', config, '--expose', 'code,results,logs');
  client = await connectClient('v2 auto', { kind: 'stdio', launch });
});
afterAll(async () => {
  await client.close();
  await workplace.close();
});

async function textOf(name: string, args: Record<string, unknown>): Promise<string> {
  const { texts, isError } = await client.call(name, args);
  expect({ isError, said: isError ? texts : [] }).toEqual({ isError: false, said: [] });
  return texts[0] ?? '';
}

/** A run whose value is kept: the reference, and the envelope up to its preview. */
async function keep(code: string) {
  const envelope = await textOf('run_code', { code });
  const head = envelope.slice(0, envelope.indexOf('preview:\n') + 'preview:\n'.length);
  return { head, ref: /^res_[0-9a-f]{32}/.exec(envelope)?.[0] ?? '', envelope };
}

describe('100,000 customers', () => {
  it('are an envelope of at most 542 bytes before the preview, and their statistics take at most 60', async () => {
    const { head, ref, envelope } = await keep('return await crm.customers({ count: 100_000 })');
    expect(Buffer.byteLength(head)).toBeLessThanOrEqual(542);
    expect(Buffer.byteLength(envelope)).toBeLessThanOrEqual(542 + 4096);
    expect(head.split('\n').slice(0, 2)).toEqual([
      expect.stringMatching(
        /^res_[0-9a-f]{32}: 5\.\d MB of JSON were kept outside the conversation\.$/,
      ),
      'shape: { customers: Array(100000) of { id: string, name: string, revenue: number } }',
    ]);
    const mapping = { values: 'customers[].revenue' };
    const answer = await client.call('pipe_result', { ref, tool: 'mcp__stats__describe', mapping });
    expect(answer.texts).toEqual(['{"count":100000,"sum":49950000,"min":0,"max":999}']);
    expect(Buffer.byteLength(answer.texts.join(''))).toBeLessThanOrEqual(60);
  });

  it('are there under the number of their call, too, and for later programs', async () => {
    const { texts } = await client.call('run_code', {
      code: 'return (await crm.customers({ count: 100_000 })).customers.length',
    });
    const number = /#(\d+) crm\.customers/.exec(texts[1] ?? '')?.[1] ?? '';
    expect(
      await textOf('select_result', { ref: `#${number}`, expression: 'customers[99999].id' }),
    ).toBe('C099999');
    expect(
      await textOf('run_code', {
        code: `return [(await recall(${number})).customers.length, await results.select(${number}, "sum(customers[].revenue)")]`,
      }),
    ).toBe('[100000,49950000]');
    expect(await textOf('search_result', { ref: number, query: 'C099998' })).toBe(
      'customers[99998].id: "C099998"',
    );
  });
});

describe('integers beyond 2^53', () => {
  it('keep all digits through store, select, recall and pipe', async () => {
    const { texts } = await client.call('run_code', { code: 'return await crm.ids()' });
    expect(texts[0]).toBe('{"ids":[9007199254740993,12345678901234567890]}');
    const ref = await textOf('run_code', { code: 'return results.keep(await crm.ids())' });
    expect(await textOf('select_result', { ref, expression: 'ids[?@ > `9007199254740993`]' })).toBe(
      '[12345678901234567890]',
    );
    expect(
      await textOf('run_code', { code: `return String((await recall("${ref}")).ids[1])` }),
    ).toBe('12345678901234567890');
    const tool = 'mcp__stats__digits';
    expect(await textOf('pipe_result', { ref, tool, mapping: { values: 'ids' } })).toBe(
      '[9007199254740993,12345678901234567890]',
    );
  });
});

describe('a result of every kind', () => {
  const valueOf = async (code: string) => JSON.parse(await textOf('run_code', { code })) as unknown;

  it('that is an error is thrown with its text, and told from a failure of ours by its code', async () => {
    expect(
      await valueOf(
        'try { await kinds.is_error(); return "no throw" } catch (e) { return [e.name, e.message, e.code] }',
      ),
    ).toEqual(['ToolError', expect.stringContaining('repository not found'), 'TOOL_FAILED']);
    expect(
      await valueOf(
        'try { await kinds.is_error_structured() } catch (e) { return [e.message, e.structured] }',
      ),
    ).toEqual(['write access needed', { code: 403 }]);
    const { texts, isError } = await client.call('run_code', { code: 'await kinds.is_error()' });
    expect(isError).toBe(true);
    expect(texts[0]).toContain('1 | await kinds.is_error()');
  });

  it('without the structured content that its schema promises is read from its text, with a note', async () => {
    const { texts } = await client.call('run_code', { code: 'return await kinds.no_structured()' });
    expect(texts[0]).toBe('{"id":7}');
    expect(texts[1]).toContain('declares an output schema, but sent no structured content');
  });

  it('with blocks keeps them, all fields and unknown types included', async () => {
    const names = ['link', 'audio', 'image', 'embedded', 'unknown_block'];
    expect(
      await valueOf(
        `return Object.fromEntries(await Promise.all(${JSON.stringify(names)}.map(async (name) => [name, await kinds[name]()])))`,
      ),
    ).toMatchObject({
      link: { content: [{ type: 'resource_link', uri: 'file:///a.txt', name: 'a.txt', size: 3 }] },
      audio: { content: [{ type: 'audio', mimeType: 'audio/wav' }] },
      image: { content: [{ type: 'image', mimeType: 'image/png' }] },
      embedded: { content: [{ type: 'resource', resource: { uri: 'mem://x' } }] },
      unknown_block: { content: [{ type: 'hologram', depth: 3 }] },
    });
  });

  it('is its structured content, else the JSON object or array in its text, else the text', async () => {
    const names = [
      'text_json',
      'text_plain',
      'text_number',
      'text_true',
      'structured',
      'structured_only',
    ];
    expect(
      await valueOf(`return Promise.all(${JSON.stringify(names)}.map((name) => kinds[name]()))`),
    ).toEqual([{ a: 1, list: [1, 2] }, 'plain words', '007', 'true', { a: 2 }, { a: 2 }]);
    expect(await textOf('run_code', { code: 'return await kinds.get_memory()' })).toBe(
      '{"bytes":725653563933458432}',
    );
  });
});

describe('--expose', () => {
  it('names an unknown group and the nearest one, and starts nothing', async () => {
    const { exitCode, stderr } = await workplace.runVerb(['serve', '--expose', 'code,resluts']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('sluice: --expose names "resluts", which is no group of tools');
    expect(stderr).toContain(
      '  hint: Did you mean "results"? There are code, results, servers, logs, modes, direct, jsmcp, toolpipe.',
    );
  });
});

describe('an image', () => {
  it('is a handle in a program, no base64 in a text, and shown by emit, also in a later run', async () => {
    const { content, texts, isError } = await client.call('run_code', {
      code: `
        const { content: [picture] } = await kinds.image();
        emit(picture);
        return [picture, [...await picture.bytes()]]`,
    });
    expect(isError, texts.join('\n')).toBe(false);
    const [handle, bytes] = JSON.parse(texts[0] ?? '') as [{ ref: string }, number[]];
    expect(handle).toEqual({
      type: 'image',
      mimeType: 'image/png',
      sizeBytes: 6,
      ref: expect.stringMatching(/^res_[0-9a-f]{32}$/) as string,
    });
    expect(Buffer.from(bytes).toString('base64')).toBe('iVBORw0K');
    expect(content[1]).toEqual({ type: 'image', mimeType: 'image/png', data: 'iVBORw0K' });
    expect(texts.join('')).not.toContain('iVBORw0K');
    const later = await client.call('run_code', { code: 'emit(data)', data: handle });
    expect(later.content[1]).toEqual({ type: 'image', mimeType: 'image/png', data: 'iVBORw0K' });
    expect(await textOf('inspect_result', { ref: handle.ref })).toContain('bytes (image/png)');
  });
});

describe('a run that is killed', () => {
  it('keeps what it printed, for fetch_logs', async () => {
    const { isError } = await client.call('run_code', {
      code: 'console.log("before"); console.error("end\u202e"); for (;;);',
      timeoutMs: 1000,
    });
    expect(isError).toBe(true);
    expect(await textOf('fetch_logs', {})).toMatch(
      /^\d+ [\d:.]+ log: before\n\d+ [\d:.]+ error: end\\u202e$/,
    );
    expect(await textOf('fetch_logs', {})).toBe('No logs.');
  });
});
