import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryLogger } from '@sluice/contracts/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGateway } from './create-gateway.js';
import { nodeEnvironment } from './node-environment.js';

const workerUrl = new URL('../out-tsc/worker.mjs', import.meta.url);
let folder: string;
const notes: string[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-gateway-'));
  notes.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function open(config: unknown, more: Partial<Parameters<typeof createGateway>[0]> = {}) {
  const configPath = join(folder, 'sluice.json');
  writeFileSync(configPath, JSON.stringify(config));
  const environment = {
    ...nodeEnvironment(),
    homeFolder: folder,
    currentFolder: folder,
    variables: { PATH: process.env.PATH, HOME: folder },
  };
  const runnerUrl = new URL('../../runner/dist/runner.mjs', import.meta.url);
  return createGateway({
    environment,
    runnerUrl,
    workerUrl,
    version: '1.2.3',
    configPath,
    logger: memoryLogger(),
    note: (line) => void notes.push(line),
    ...more,
  });
}

const textsOf = (answer: { content: readonly { [key: string]: unknown }[] } | undefined) =>
  answer?.content.map((block) => block.text);

describe('createGateway()', () => {
  it('runs a program in a real runner, and answers nothing for a tool it does not have', async () => {
    const gateway = await open({ mcpServers: {} });
    const context = { session: gateway.openSession(), signal: new AbortController().signal };
    expect(textsOf(await gateway.callTool('run_code', { code: '1 + 1' }, context))).toEqual([
      '2',
      expect.stringMatching(/^note: /),
    ]);
    expect(gateway.callTool('delete_everything', {}, context)).toBeUndefined();
    await gateway.close();
  });

  it('has no tool that changes servers where it is told so', async () => {
    const namesOf = async (dynamicServers: boolean) => {
      const gateway = await open(
        { mcpServers: {} },
        { expose: 'servers,toolpipe', dynamicServers },
      );
      const names = gateway.listTools().map(({ name }) => name);
      await gateway.close();
      return names;
    };
    const [all, some] = [await namesOf(true), await namesOf(false)];
    const gone = ['approve_server', 'add_server', 'remove_server'];
    expect(all.filter((name) => !some.includes(name)).sort()).toEqual(
      [...gone, ...gone.map((name) => `toolpipe_${name}`)].sort(),
    );
  });

  it('refuses a broken rule with the file, its index and its text', async () => {
    await expect(
      open({
        mcpServers: {},
        policy: [
          { match: 'ok', action: 'allow' },
          { match: 'mcp__[x', action: 'deny' },
        ],
      }),
    ).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: `Cannot use the configuration ${join(folder, 'sluice.json')}: cannot read policy[1].match "mcp__[x": it holds "["`,
    });
  });

  it('says that the configuration is a folder', async () => {
    const configPath = folder;
    const environment = nodeEnvironment();
    const runnerUrl = new URL('../../runner/dist/runner.mjs', import.meta.url);
    const options = { environment, runnerUrl, workerUrl, version: '1.2.3', configPath };
    await expect(
      createGateway({ ...options, logger: memoryLogger(), note: () => undefined }),
    ).rejects.toMatchObject({
      code: 'CONFIG_NOT_FOUND',
      message: `Cannot read the configuration ${folder}: it is a folder`,
      hint: 'Name a file that you may read.',
    });
  });

  it('tells warnings of the configuration once each', async () => {
    await (await open({ mcpServers: {}, polcy: [] })).close().catch(() => undefined);
    expect(notes.map((note) => note.replace(folder, ''))).toEqual([
      expect.stringMatching(/^sluice: warning: .*"polcy".*policy/),
    ]);
  });

  it('says why a server that the program names cannot be used', async () => {
    const gateway = await open({ mcpServers: { gone: { command: 'no-such-command' } } });
    const context = { session: gateway.openSession(), signal: new AbortController().signal };
    const code = 'return await gone.tool()';
    const answer = await gateway.callTool('run_code', { code }, context);
    expect({ isError: answer?.isError, texts: textsOf(answer) }).toEqual({
      isError: true,
      texts: [
        [
          'UPSTREAM_START: Cannot call "gone.tool": cannot start upstream "gone": the command "no-such-command" was not found',
          'at line 1, column 14:',
          '  1 | return await gone.tool()',
          'hint: Install it, or set command to a full path.',
          'No call was made.',
        ].join('\n'),
      ],
    });
    await gateway.close();
  });

  it('closes more than once without a fault', async () => {
    const gateway = await open({ mcpServers: {} });
    await Promise.all([gateway.close(), gateway.close()]);
  });
});
