import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sluiceInFolder } from '../testing/sluice-in-folder.js';
import type { Check } from './check.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: unknown, mode = 0o600) => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  chmodSync(path, mode);
  return path;
};

/** The checks, and those of some ids. */
async function doctor(words: readonly string[] = [], variables: Record<string, string> = {}) {
  const { exitCode, printed } = await sluiceInFolder(
    folder,
    ['doctor', '--json', ...words],
    variables,
  );
  const { ok, checks } = JSON.parse(printed) as { ok: boolean; checks: Check[] };
  return {
    exitCode,
    ok,
    printed,
    checks,
    of: (...ids: string[]) => checks.filter(({ id }) => ids.includes(id)),
  };
}

/** A server that has one tool. */
const readyServer = `
  let text = '';
  process.stdin.on('data', (chunk) => {
    text += chunk;
    for (let end; (end = text.indexOf('\\n')) >= 0; text = text.slice(end + 1)) {
      const { id, method, params } = JSON.parse(text.slice(0, end));
      const results = {
        initialize: () => ({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } }),
        'tools/list': () => ({ tools: [{ name: 'one', inputSchema: { type: 'object' } }] }),
      };
      const result = results[method]?.();
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: -32601, message: 'no' } }) }));
    }
  });`;

const node = (script: string) => ({ command: process.execPath, args: ['-e', script] });

describe('sluice doctor', () => {
  it('works without a configuration: a warning, the next step, and exit code 0', async () => {
    const { exitCode, ok, checks, of } = await doctor();
    expect({ exitCode, ok }).toEqual({ exitCode: 0, ok: true });
    expect(checks.map(({ id }) => id)).toEqual([
      'node',
      'deno',
      'sandbox.reach',
      'sandbox.memory',
      'sandbox.time',
      'sandbox.layers',
      'config',
      'client',
      'files',
      'store',
      'port',
    ]);
    expect(of('config')).toEqual([
      {
        id: 'config',
        status: 'warning',
        detail: 'no configuration file was found, so there are no servers',
        next: `Take over the servers of your MCP clients with "sluice import", write ${join(folder, '.config/sluice/sluice.jsonc')}, or name a file with --config.`,
      },
    ]);
    expect(
      of('sandbox.reach', 'sandbox.memory', 'sandbox.time').map(({ status }) => status),
    ).toEqual(['ok', 'ok', 'ok']);
  });

  it('prints one line for each check, and one next step below those that are not well', async () => {
    const { printed, exitCode } = await sluiceInFolder(folder, ['doctor']);
    const lines = printed.split('\n');
    expect(lines[1]).toMatch(/^ok {7}deno: Deno \d+\.\d+\.\d+ at \S+deno, of the npm package$/);
    expect(lines.slice(6, 8)).toEqual([
      'warning  config: no configuration file was found, so there are no servers',
      `         next: Take over the servers of your MCP clients with "sluice import", write ${join(folder, '.config/sluice/sluice.jsonc')}, or name a file with --config.`,
    ]);
    expect(exitCode).toBe(0);
  });

  it('says that there is no Deno, and looks at the rest', async () => {
    const { exitCode, of, checks } = await doctor([], { SLUICE_DENO: join(folder, 'deno') });
    expect(of('deno', 'sandbox.reach', 'sandbox.layers')).toEqual([
      {
        id: 'deno',
        status: 'problem',
        detail: `Cannot start Deno: SLUICE_DENO is "${join(folder, 'deno')}", which is no executable file`,
        next: 'Set SLUICE_DENO to the full path of Deno, or remove it to use the npm package "deno".',
      },
    ]);
    expect(checks.map(({ id }) => id)).toContain('store');
    expect(exitCode).toBe(1);
  });

  it('says that what is set is no Deno', async () => {
    const fake = file('deno', '#!/bin/sh\necho hello\n', 0o700);
    const { exitCode, of } = await doctor([], { SLUICE_DENO: fake });
    expect(of('deno')[0]).toMatchObject({
      status: 'problem',
      detail: `Cannot use "${fake}": it does not say a version of Deno`,
    });
    expect(exitCode).toBe(1);
  });

  it('names file, line and column of a broken configuration, and looks at the rest', async () => {
    const path = file('.config/sluice/sluice.json', '{\n  "mcpServers": {\n}');
    const { exitCode, of, checks } = await doctor();
    expect(of('config')).toEqual([
      {
        id: 'config',
        status: 'problem',
        detail: expect.stringMatching(
          new RegExp(`^Cannot read the configuration ${path}: line 3, column 2: `),
        ) as string,
        next: 'Close every "{" with a "}".',
      },
    ]);
    expect(checks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['sandbox.time', 'files', 'store', 'port']),
    );
    expect(exitCode).toBe(1);
  });

  it('says which files were read, why, and what is odd in them', async () => {
    const path = file('.config/sluice/sluice.json', { mcpServers: {}, polcy: [] });
    const { of } = await doctor();
    expect(of('config', 'config.warning')).toMatchObject([
      {
        status: 'warning',
        detail: `${path} (your own): 0 servers, 0 rules, otherwise ask`,
      },
      { status: 'warning', detail: expect.stringContaining('"polcy"') as string },
    ]);
  });

  it('tells of every server how long it took, or why it is down with its last words, without secrets', async () => {
    const path = file('sluice.json', {
      mcpServers: {
        fine: node(readyServer),
        hangs: { ...node('setInterval(() => {}, 1000)'), timeout: 1000 },
        dies: {
          ...node(
            'console.error("first\\nkey is " + process.env.DB_KEY + " token=abcdefgh"); process.exit(3)',
          ),
          env: { DB_KEY: 'canary-in-env' },
        },
        gone: { command: 'no-such-command-anywhere' },
        off: { command: 'x', enabled: false },
      },
    });
    const { exitCode, of, printed } = await doctor(['--config', path]);
    const server = (subject: string) => of('server').find((check) => check.subject === subject);
    expect(server('fine')).toEqual({
      id: 'server',
      subject: 'fine',
      status: 'ok',
      detail: expect.stringMatching(/^ready after \d+\.\d s, 1 tool, MCP 2025-11-25$/) as string,
      elapsedMs: expect.any(Number) as number,
    });
    expect(server('hangs')).toMatchObject({
      status: 'problem',
      detail: 'Cannot start upstream "hangs": it did not finish its handshake within 1000 ms',
      next: `If it needs longer, raise "timeout" of this server in ${path}.`,
    });
    expect(server('dies')).toMatchObject({
      status: 'problem',
      detail:
        'Cannot start upstream "dies": it exited with code 3; its last words on stderr: "first | key is [redacted] token=[redacted]"',
    });
    expect(server('gone')).toMatchObject({
      status: 'problem',
      detail: 'Cannot start upstream "gone": the command "no-such-command-anywhere" was not found',
      next: 'Install it, or set command to a full path.',
    });
    expect(server('off')).toMatchObject({ status: 'skipped' });
    expect(printed).not.toMatch(/canary-in-env|abcdefgh/);
    expect(exitCode).toBe(1);
  });

  it('says that nothing can be kept where the state folder is none', async () => {
    const path = file('state', 'a file');
    const { exitCode, of } = await doctor([], { XDG_STATE_HOME: path });
    expect(of('store')).toEqual([
      {
        id: 'store',
        status: 'problem',
        detail: `nothing can be kept in ${path}/sluice: ${path} is no folder`,
        next: 'Make the folder yours and writable, or set XDG_STATE_HOME (Windows: LOCALAPPDATA) to one that is.',
      },
    ]);
    expect(exitCode).toBe(1);
  });
});

describe.runIf(process.platform !== 'win32')('sluice doctor on files', () => {
  /** Nothing runs: these tests are about files. */
  const noDeno = { SLUICE_DENO: '/no/such/deno' };
  const server = (more: object) => ({
    mcpServers: { s: { command: 'x', enabled: false, ...more } },
  });

  it('finds an API key that others may read', async () => {
    const path = file('.local/state/sluice/api-key', 'k'.repeat(43), 0o644);
    const { of } = await doctor([], noDeno);
    expect(of('files')[0]).toEqual({
      id: 'files',
      subject: path,
      status: 'problem',
      detail: 'it is the API key, and other users may read it (0644)',
      next: 'Delete it: the next start of the daemon makes a new one. Then give that to your clients.',
    });
  });

  it('finds a file that a secret is read from', async () => {
    const secret = file('token.txt', 'the secret', 0o640);
    const config = server({ enabled: true, env: { T: `{file:${secret}}` } });
    const { of, printed } = await doctor(['--config', file('sluice.json', config)], noDeno);
    expect(of('files')).toEqual([
      {
        id: 'files',
        subject: secret,
        status: 'problem',
        detail: 'a secret is read from it, and other users may read it (0640)',
        next: `chmod 600 ${secret}`,
      },
    ]);
    expect(printed).not.toContain('the secret');
  });

  it.each([
    ['a secret that stands in it', { env: { API_TOKEN: 'abcdefgh' } }, 0o644, 'problem'],
    ['variables that it gives', { env: { LEVEL: 'high' } }, 0o644, 'warning'],
    ['variables that it names', { env: { API_TOKEN: '{env:API_TOKEN}' } }, 0o644, 'warning'],
    ['that others may change it', {}, 0o622, 'problem'],
    ['nothing where it gives none', {}, 0o644, 'ok'],
    ['nothing where it is closed', { env: { API_TOKEN: 'abcdefgh' } }, 0o600, 'ok'],
  ])('tells of a configuration %s', async (_what, more, mode, status) => {
    const path = file('sluice.json', server(more), mode);
    const { of } = await doctor(['--config', path], { ...noDeno, API_TOKEN: 'abcdefgh' });
    expect(of('files').map((check) => check.status)).toEqual([status]);
  });

  it('finds what is open below the folder of approvals and results', async () => {
    const path = file('.local/state/sluice/results/res_x.data', 'text', 0o644);
    chmodSync(join(folder, '.local/state/sluice'), 0o755);
    chmodSync(join(path, '..'), 0o755);
    const { of } = await doctor([], noDeno);
    expect(of('files')).toEqual([
      {
        id: 'files',
        subject: join(folder, '.local/state/sluice'),
        status: 'problem',
        detail: 'other users may read it (0755); open are also 2 things below it',
        next: `chmod -R go-rwx ${join(folder, '.local/state/sluice')}`,
      },
    ]);
  });
});
