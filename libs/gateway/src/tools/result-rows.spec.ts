import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryLogger } from '@sluice/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../create-gateway.js';
import type { Gateway } from '../gateway.js';
import { nodeEnvironment } from '../node-environment.js';
import type { ToolContext } from './tool-row.js';

let folder: string;
let gateway: Gateway;
let context: ToolContext;

const open = (expose: string | undefined) =>
  createGateway({
    environment: {
      ...nodeEnvironment(),
      homeFolder: folder,
      currentFolder: folder,
      variables: { PATH: process.env.PATH, HOME: folder },
    },
    runnerUrl: new URL('../../../runner/dist/runner.mjs', import.meta.url),
    workerUrl: new URL('../../out-tsc/worker.mjs', import.meta.url),
    version: '1.2.3',
    configPath: join(folder, 'sluice.json'),
    ...(expose === undefined ? {} : { expose }),
    logger: memoryLogger(),
    note: () => undefined,
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-results-'));
  const results = { inlineMaxBytes: 100, previewMaxBytes: 60, readMaxBytes: 256 };
  writeFileSync(join(folder, 'sluice.json'), JSON.stringify({ mcpServers: {}, results }));
  gateway = await open('code,results');
  context = { session: gateway.openSession(), signal: new AbortController().signal };
}, 60_000);

afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(name: string, args: unknown) {
  const answer = await gateway.callTool(name, args, context);
  if (answer === undefined) throw new Error('no such tool');
  return { isError: answer.isError, texts: answer.content.map(({ text }) => String(text)) };
}

/** Runs a program whose value is kept, and gives the reference and the whole envelope. */
async function keep(code: string) {
  const { texts } = await call('run_code', { code });
  const [envelope = ''] = texts;
  return { envelope, ref: /^res_[0-9a-f]{32}/.exec(envelope)?.[0] ?? '' };
}

describe('the group results', () => {
  it('is shown only where it is exposed', async () => {
    const names = (of: Gateway) => of.listTools().map(({ name }) => name);
    expect(names(gateway)).toEqual([
      'search_tools',
      'run_code',
      'inspect_result',
      'read_result',
      'select_result',
      'search_result',
      'release_result',
      'pipe_result',
    ]);
    const plain = await open(undefined);
    expect(names(plain)).toEqual(['search_tools', 'run_code']);
    await plain.close();
    await expect(open('code,resluts')).rejects.toMatchObject({
      code: 'USAGE',
      message: '--expose names "resluts", which is no group of tools',
      hint: 'Did you mean "results"? There are code, results, servers, logs, modes, direct, jsmcp, toolpipe.',
    });
  });

  it('goes on from an envelope: inspect, read, select, search, release', async () => {
    const { envelope, ref } = await keep(
      'return { rows: Array.from({ length: 50 }, (_, id) => ({ id, name: `row ${id}` })), big: 12345678901234567890n }',
    );
    expect(envelope.split('\n')).toEqual([
      `${ref}: 1.3 kB of JSON were kept outside the conversation.`,
      'shape: { rows: Array(50) of { id: number, name: string }, big: bigint }',
      'Go on in a program: recall(ref) gives it whole, results.select(ref, "JMESPath") a part.',
      'preview:',
      expect.stringMatching(/^\{"rows": \[/),
    ]);

    const inspection = await call('inspect_result', { ref });
    expect(inspection.texts[0]).toMatch(
      new RegExp(
        `^${ref}: 1\\.3 kB of JSON from run_code, kept for 60 more minutes\\.\nshape: .*\npreview:\n`,
      ),
    );
    expect((await call('read_result', { ref, limit: 9 })).texts).toEqual([
      '{"rows":[',
      'bytes 0 to 9 of 1317; read on at offset 9',
    ]);
    expect((await call('select_result', { ref, expression: 'big' })).texts).toEqual([
      '12345678901234567890',
    ]);
    expect((await call('select_result', { ref, expression: 'rows[*' })).texts).toEqual([
      `QUERY_INVALID: Cannot select from ${ref}: in the expression "rows[*": unexpected end at position 7`,
    ]);
    expect((await call('search_result', { ref, query: 'row 4', limit: 2 })).texts).toEqual([
      'rows[4].name: "row 4"\nrows[40].name: "row 40"\n9 more matches',
    ]);
    expect((await call('search_result', { ref, query: 'nothing' })).texts).toEqual(['No match.']);
    expect(await call('release_result', { ref })).toEqual({
      isError: false,
      texts: [`Released ${ref} (1.3 kB of JSON).`],
    });
    expect(await call('read_result', { ref })).toMatchObject({ isError: true });
  });

  it('gives programs of the session what was kept, as the values they were', async () => {
    const { ref } = await keep(
      'return { at: new Date(0), map: new Map([["k", 1n]]), filler: "x".repeat(200), $type: "Map" }',
    );
    const { texts } = await call('run_code', {
      code: `const back = await recall(${JSON.stringify(ref)});
        return [back.at.toISOString(), back.map.get("k") === 1n, back.$type, await results.select(${JSON.stringify(ref)}, "length(filler)")]`,
    });
    expect(texts[0]).toBe('["1970-01-01T00:00:00.000Z",true,"Map",200]');
    const other = { session: gateway.openSession(), signal: context.signal };
    const stolen = await gateway.callTool('run_code', { code: `return recall("${ref}")` }, other);
    expect(stolen?.isError).toBe(true);
  });

  it('keeps what a program asks for, and says where an error is', async () => {
    const kept = await call('run_code', { code: 'return results.keep([1, 2, 3])' });
    const ref = kept.texts[0] ?? '';
    expect((await call('select_result', { ref, expression: 'sum(@)' })).texts).toEqual(['6']);
    const { texts } = await call('run_code', {
      code: `await results.select("${ref}", "foo-bar")`,
    });
    expect(texts[0]).toContain(
      `QUERY_INVALID: Cannot select from ${ref}: in the expression "foo-bar": unexpected "-" at position 4`,
    );
    expect(texts[0]).toContain('at line 1, column');
  });

  it.each([
    ['select_result', { ref: 'res_x' }, 'It takes ref, expression.'],
    ['read_result', { ref: 'res_x', offset: -1 }, 'It takes ref, offset?, limit?.'],
    [
      'pipe_result',
      { ref: 'res_x', tool: 't', mapping: { a: 1 } },
      'It takes ref, tool, mapping, arguments?.',
    ],
  ])('refuses wrong arguments of %s', async (name, args, known) => {
    const { isError, texts } = await call(name, args);
    expect(isError).toBe(true);
    expect(texts[0]).toContain(known);
  });
});
