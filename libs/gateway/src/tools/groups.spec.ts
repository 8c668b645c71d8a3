import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryLogger } from '@sluice/contracts/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../create-gateway.js';
import { nodeEnvironment } from '../node-environment.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-groups-'));
  writeFileSync(join(folder, 'sluice.json'), '{}');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function open(options: { expose?: string; compat?: string }) {
  return createGateway({
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
    ...options,
    logger: memoryLogger(),
    note: () => undefined,
  });
}

/** `name(required, optional?)` of each tool. */
async function toolsOf(options: { expose?: string; compat?: string }) {
  const gateway = await open(options);
  const tools = gateway.listTools().map(({ name, inputSchema }) => {
    const { properties = {}, required = [] } = inputSchema as {
      properties?: object;
      required?: string[];
    };
    const takes = Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`));
    return `${name}(${takes.join(', ')})`;
  });
  await gateway.close();
  return tools;
}

const groups = {
  code: [
    'search_tools(query?, server?, readOnly?, limit?, detail?)',
    'run_code(code, data?, timeoutMs?)',
  ],
  results: [
    'inspect_result(ref)',
    'read_result(ref, offset?, limit?)',
    'select_result(ref, expression)',
    'search_result(ref, query, regex?, limit?)',
    'release_result(ref)',
    'pipe_result(ref, tool, mapping, arguments?)',
  ],
  servers: [
    'list_servers()',
    'list_tools(server)',
    'pending_servers()',
    'approve_server(name)',
    'add_server(name, command?, args?, env?, url?)',
    'remove_server(name)',
  ],
  logs: ['fetch_logs()', 'clear_logs()'],
  modes: ['set_result_mode(target, mode)', 'get_result_mode(target?)'],
  direct: [],
  jsmcp: [
    'fetch_logs()',
    'clear_logs()',
    'list_servers()',
    'list_tools(server)',
    'execute_code(code, data?, timeoutMs?)',
  ],
  toolpipe: [
    'toolpipe_inspect_result(ref)',
    'toolpipe_read_result(ref, offset?, limit?)',
    'toolpipe_select_result(ref, expression)',
    'toolpipe_search_result(ref, query, regex?, limit?)',
    'toolpipe_release_result(ref)',
    'toolpipe_pipe_result(ref, target_tool, mapping, arguments?)',
    'toolpipe_pending_servers()',
    'toolpipe_approve_server(name, scope?)',
    'toolpipe_add_server(name, scope?, command?, args?, url?, env?)',
    'toolpipe_remove_server(name)',
    'toolpipe_list_servers()',
    'toolpipe_set_policy(target, mode, scope?)',
    'toolpipe_get_policy(target?)',
  ],
};

describe('a group of tools', () => {
  it.each(Object.entries(groups))(
    '%s has its tools with these arguments',
    async (expose, tools) => {
      expect(await toolsOf({ expose })).toEqual(tools);
    },
  );

  it('shares tools with others, and each is there once', async () => {
    const tools = await toolsOf({ expose: 'jsmcp,logs,servers' });
    expect(new Set(tools).size).toBe(tools.length);
    expect(tools).toEqual(expect.arrayContaining(groups.jsmcp));
  });

  it.each(['jsmcp', 'toolpipe'] as const)('is what --compat %s shows', async (compat) => {
    expect(await toolsOf({ compat })).toEqual(groups[compat]);
  });

  it('of --compat has to be known', async () => {
    await expect(open({ compat: 'jsmpc' })).rejects.toMatchObject({
      code: 'USAGE',
      message: '--compat names "jsmpc", which is not known',
      hint: 'There are jsmcp, toolpipe, toolscript.',
    });
  });

  it('bounds its arguments as jsmcp does, and ignores unknown ones', async () => {
    const gateway = await open({ compat: 'jsmcp' });
    const context = { session: gateway.openSession(), signal: new AbortController().signal };
    const texts = async (name: string, args: object) =>
      (await gateway.callTool(name, args, context))?.content.map(({ text }) => text);
    expect(await texts('execute_code', { code: '', timeoutMs: 300_001 })).toEqual([
      [
        'execute_code was called with wrong arguments:',
        '- "code": Too small: expected string to have >=1 characters',
        '- "timeoutMs": Too big: expected number to be <=300000',
        'It takes code, data?, timeoutMs?.',
      ].join('\n'),
    ]);
    expect(await texts('list_servers', { verbose: true })).toEqual(['No servers are configured.']);
    await gateway.close();
  });
});
