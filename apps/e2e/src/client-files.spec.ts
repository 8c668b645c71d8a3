import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkplace, type Workplace } from './support/workplace.js';

const echo = fileURLToPath(new URL('./fixtures/echo.mjs', import.meta.url));
const node = process.execPath;
const policy = [{ match: '*', action: 'allow' }];

let workplace: Workplace;
let stop: (() => Promise<void>) | undefined;
beforeEach(() => {
  workplace = createWorkplace({ TOKEN: 'token from outside' });
});
afterEach(async () => {
  await stop?.();
  stop = undefined;
  await workplace.close();
});

/** Writes a file, whatever another program calls it, and runs a program with it. */
async function run(name: string, text: string, code: string) {
  const path = join(workplace.folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  const ended = await workplace.runVerb(['exec', '--config', path, '-e', code]);
  return {
    ...ended,
    value: ended.exitCode === 0 ? (JSON.parse(ended.stdout) as unknown) : undefined,
  };
}

/** What one server was started with. */
interface Seen {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const seenBy = (...servers: readonly string[]) =>
  `return await Promise.all(${JSON.stringify(servers)}.map((name) => tools[name].seen()))`;

/** A remote server that remembers the headers of every request. */
async function startRemote() {
  const requests: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(body || '{}') as {
        id?: number;
        method?: string;
        params?: { protocolVersion?: string };
      };
      if (id === undefined)
        return void response.writeHead(request.method === 'POST' ? 202 : 405).end();
      const results: Readonly<Record<string, object>> = {
        initialize: {
          protocolVersion: params?.protocolVersion ?? '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'remote', version: '1.0.0' },
        },
        'tools/list': { tools: [{ name: 'hello', inputSchema: { type: 'object' } }] },
        'tools/call': { content: [{ type: 'text', text: 'hello' }] },
      };
      const result = results[method ?? ''];
      const answer = result ? { result } : { error: { code: -32601, message: 'No such method' } };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, requests };
}

describe('a file of another client starts its servers as that client does', () => {
  it('with comments and a byte order mark (Claude Code)', async () => {
    const text = `\ufeff{
  "mcpServers": {
    // used by the nightly job
    "a": { "command": ${JSON.stringify(node)}, "args": [${JSON.stringify(echo)}, "1"] },
    /* "off": { "command": "nope" }, */
    "b": { "command": ${JSON.stringify(node)}, "args": [${JSON.stringify(echo)}, "2"] }
  },
  "policyDefault": "allow"
}`;
    const { value, stderr } = await run('.mcp.json', text, seenBy('a', 'b'));
    expect(value).toMatchObject([{ args: ['1'] }, { args: ['2'] }]);
    expect(stderr).not.toContain('warning');
  });

  it('with each argument as it stands', async () => {
    const args = [
      'h=Authorization: Bearer a b',
      'q="x"',
      'd=$HOME',
      'b=C:\\Program Files\\x',
      '',
      'ž=日',
    ];
    const mcpServers = { a: { command: node, args: [echo, ...args] } };
    const { value } = await run('mcp.json', JSON.stringify({ mcpServers, policy }), seenBy('a'));
    expect(value).toMatchObject([{ args }]);
  });

  it('with PATH and HOME, whatever "env" says, and nothing else of ours', async () => {
    const server = { command: node, args: [echo] };
    const mcpServers = { a: { ...server, env: {} }, b: { ...server, env: { A: '1' } }, c: server };
    const { value } = await run(
      'mcp.json',
      JSON.stringify({ mcpServers, policy }),
      seenBy('a', 'b', 'c'),
    );
    const [a, b, c] = value as readonly Seen[];
    expect(b?.env).toEqual({ ...a?.env, A: '1' });
    expect(c?.env).toEqual(a?.env);
    expect(a?.env).toMatchObject({ PATH: process.env['PATH'], HOME: workplace.folder });
    expect(a?.env).not.toHaveProperty('TOKEN');
  });

  it('beside "inputs" and with comments (VS Code)', async () => {
    const server = JSON.stringify({ type: 'stdio', command: node, args: [echo] });
    const text = `{\n  // VS Code\n  "inputs": [],\n  "servers": { "a": ${server} },\n  "mcpServers": { "b": ${server} },\n  "policyDefault": "allow"\n}`;
    const { value, stderr } = await run('.vscode/mcp.json', text, seenBy('a', 'b'));
    expect(value).toHaveLength(2);
    expect(stderr).not.toContain('warning');
  });

  it('in the nested and in the flat form (Zed)', async () => {
    const settings = {
      theme: 'One',
      context_servers: {
        old: {
          source: 'custom',
          command: { path: node, args: [echo, 'old'], env: { A: '1' } },
          settings: {},
        },
        new: { command: node, args: [echo, 'new'], env: {} },
      },
      policy,
    };
    const { value, stderr } = await run(
      '.zed/settings.json',
      JSON.stringify(settings),
      seenBy('old', 'new'),
    );
    expect(value).toMatchObject([{ args: ['old'], env: { A: '1' } }, { args: ['new'] }]);
    expect(stderr).toContain('context_servers.old.settings has no effect here');
  });

  it('with its variables, however they are written (OpenCode)', async () => {
    const mcp = {
      a: { type: 'local', command: [node, echo], environment: { K: '1' } },
      b: { type: 'local', command: node, args: [echo], env: { K: '2' } },
      c: {
        type: 'local',
        command: [node, echo],
        env: { K: 'env' },
        environment: { K: 'environment' },
      },
    };
    const { value } = await run(
      'opencode.json',
      JSON.stringify({ mcp, policy }),
      seenBy('a', 'b', 'c'),
    );
    expect((value as readonly Seen[]).map(({ env }) => env['K'])).toEqual([
      '1',
      '2',
      'environment',
    ]);
  });
});

describe('a file of another client reaches its remote servers as that client does', () => {
  it('with a token in a variable, beside a local one (Codex)', async () => {
    const { url, requests } = await startRemote();
    const text = `[mcp_servers.remote]\nurl = "${url}"\nbearer_token_env_var = "TOKEN"\n\n[mcp_servers.local]\ncommand = ${JSON.stringify(node)}\nargs = [${JSON.stringify(echo)}]\n\n[[policy]]\nmatch = "*"\naction = "allow"\n`;
    const { value } = await run(
      'config.toml',
      text,
      'return [await tools.remote.hello(), (await tools.local.seen()).args]',
    );
    expect(value).toEqual(['hello', []]);
    expect(new Set(requests.map((headers) => headers.authorization))).toEqual(
      new Set(['Bearer token from outside']),
    );
  });

  it.each([
    ['{env:TOKEN}', 'token from outside'],
    ['${env:TOKEN}', 'token from outside'],
    ['${TOKEN:-none}', 'token from outside'],
    ['${NOT_SET:-none}', 'none'],
  ])('with the header %s', async (written, sent) => {
    const { url, requests } = await startRemote();
    const headers = { 'X-Key': `Bearer ${written}`, 'X-Raw': 'cost $5 {literal} $HOME' };
    const text = JSON.stringify({ mcp: { r: { type: 'remote', url, headers } }, policy });
    expect((await run('opencode.json', text, 'return [await tools.r.hello()]')).value).toEqual([
      'hello',
    ]);
    for (const seen of requests)
      expect(seen).toMatchObject({ 'x-key': `Bearer ${sent}`, 'x-raw': 'cost $5 {literal} $HOME' });
  });

  it('but for one whose variable is not set: it is named, and nothing is sent to it', async () => {
    const { url, requests } = await startRemote();
    const mcpServers = {
      bad: { type: 'http', url, headers: { Authorization: 'Bearer ${NOT_SET_XYZ}' } },
      good: { command: node, args: [echo] },
    };
    const config = workplace.writeConfig({ mcpServers, policy });
    const { value } = await run('mcp.json', JSON.stringify({ mcpServers, policy }), seenBy('good'));
    expect(value).toHaveLength(1);
    const { stdout, exitCode } = await workplace.runVerb(['servers', '--config', config]);
    expect(stdout).toBe(
      [
        `bad: failed (http, from ${config})`,
        '  Cannot start upstream "bad": headers.Authorization needs the variable "NOT_SET_XYZ", which is not set',
        '  hint: Set NOT_SET_XYZ in the environment of Sluice, or write ${NOT_SET_XYZ:-default}.',
        `good: ready, 1 tool (stdio, from ${config})`,
        '',
      ].join('\n'),
    );
    expect(exitCode).toBe(1);
    expect(requests).toEqual([]);
  });
});
