import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectClient } from './support/connect-client.js';
import { normalise } from './support/normalise.js';
import { processesWith } from './support/processes-with.js';
import { createWorkplace, fixtureServer, until, type Workplace } from './support/workplace.js';

let workplace: Workplace;
beforeEach(() => {
  workplace = createWorkplace();
});
afterEach(() => workplace.close());

const hosts = ['daemon', 'http-host'] as const;
const programNames = { daemon: 'sluice', 'http-host': 'sluice-http' };
const config = (...args: string[]) => ({
  mcpServers: { fixture: fixtureServer('ok', ...args) },
  policy: [{ match: '*', action: 'allow' }],
});

/** One raw request, so that every header is ours to set. */
function post(
  url: string,
  headers: Record<string, string>,
): Promise<[status: number, text: string]> {
  return new Promise((resolve, reject) => {
    const type = { 'content-type': 'application/json', accept: 'application/json' };
    const outgoing = request(url, { method: 'POST', headers: { ...type, ...headers } });
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
    });
    outgoing.on('error', reject);
    outgoing.end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
  });
}

describe.each(hosts)('the %s', (host) => {
  it('keeps its key in a file of the user alone, and never prints it', async () => {
    const {
      key,
      process: child,
      url,
      output,
    } = await workplace.startHttp(workplace.writeConfig(config()), host);
    const folder = join(workplace.folder, 'state/sluice');
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(statSync(join(folder, 'api-key')).mode & 0o777).toBe(0o600);
    await post(url, { authorization: `Bearer ${key}` });
    await post(url, { authorization: `Bearer ${key}x` });
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    const said = output();
    const stderr = said.stderr.replace(/approve#[\w-]{43}/, 'approve#SECRET');
    expect({ ...said, stderr: normalise(stderr, workplace.folder) }).toEqual({
      stdout: '',
      stderr: [
        `Sluice serves MCP at ${url}`,
        'Clients send "Authorization: Bearer <key>"; the key stands in <folder>/state/sluice/api-key',
        `To answer what programs may do, open: ${new URL('/approve', url).href}#SECRET\n`,
      ].join('\n'),
    });
    const kept = readdirSync(workplace.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => readFileSync(path, 'utf8').includes(key));
    expect(kept).toEqual([join(folder, 'api-key')]);
  });

  it('refuses who has no key, and other hosts and origins even with it', async () => {
    const { key, url } = await workplace.startHttp(workplace.writeConfig({}), host);
    const right = { authorization: `Bearer ${key}` };
    const names = '127.0.0.1, localhost, [::1]';
    const noKey = 'A valid API key is required: send it as "Authorization: Bearer <key>".';
    const cases: [headers: Record<string, string>, status: number, error: string][] = [
      [{}, 401, noKey],
      [{ authorization: `Bearer ${'x'.repeat(43)}` }, 401, noKey],
      [{ 'x-sluice-api-key': `${key}x` }, 401, noKey],
      [
        { ...right, host: 'evil.example' },
        403,
        `Requests with the host "evil.example" are refused: it must be one of ${names}.`,
      ],
      [
        { ...right, origin: 'https://evil.example' },
        403,
        `Requests with the origin "https://evil.example" are refused: it must be one of ${names}.`,
      ],
    ];
    for (const [headers, status, error] of cases)
      expect(await post(url, headers)).toEqual([status, JSON.stringify({ error })]);
    const [status] = await post(url, { ...right, origin: new URL(url).origin });
    expect([401, 403]).not.toContain(status);
  });

  it('does not start where another listens, and says what to do', async () => {
    const path = workplace.writeConfig({});
    const { url } = await workplace.startHttp(path, host);
    const port = new URL(url).port;
    const second = await workplace.runHttp(host, ['--config', path, '--port', port]);
    expect(second).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `${programNames[host]}: Cannot listen on 127.0.0.1:${port}: another program listens there\n  hint: Choose another port with --port, or 0 for a free one.\n`,
    });
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends at %s with every child, in the middle of a run',
    async (signal) => {
      const marker = `http-${host}-${signal}-${process.pid}`;
      const started = await workplace.startHttp(workplace.writeConfig(config(marker)), host);
      const client = await connectClient('v2 legacy', { kind: 'http', ...started });
      const code =
        'await fixture.echo({});\nprogress(1);\nfor (;;) await fixture.sleep({ ms: 50 })';
      const isRunning = new Promise<void>((resolve) => {
        client.call('run_code', { code }, { onProgress: () => resolve() }).catch(() => undefined);
      });
      await isRunning;
      expect(processesWith(marker)).toHaveLength(1);
      const children = childrenOf(started.process.pid);
      expect(children.length).toBeGreaterThanOrEqual(2);
      const exited = once(started.process, 'exit');
      started.process.kill(signal);
      expect(await exited).toEqual([0, null]);
      await until(() => (children.some(isAlive) ? undefined : true));
      await client.close();
    },
  );

  it('refuses a configuration as the command does', async () => {
    const path = workplace.writeConfig('{ "mcpServers": [] }');
    expect(await workplace.runHttp(host, ['--config', path, '--port', '0'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `${programNames[host]}: Cannot use the configuration ${path}: line 1, column 17: mcpServers is a list; it must be an object\n`,
    });
  });
});

describe('sluice-http', () => {
  it('prints its help and its version', async () => {
    expect(await workplace.runHttp('http-host', ['--help'])).toEqual({
      exitCode: 0,
      stdout: `Usage: sluice-http [--config <file>] [--profile <name>] [--expose <groups>] [--compat <name>] [--port <number>]

Serves MCP over Streamable HTTP at /mcp on 127.0.0.1. The API key is made at the first start.

  --config <file>   configuration file; replaces the one of SLUICE_CONFIG and of the user
  --profile <name>  the preset of the configuration that shows servers and tools
  --expose <groups> groups of tools that clients see: code,results,servers,logs,modes,direct,jsmcp,toolpipe
  --compat <name>   stand in for jsmcp, toolpipe or toolscript: its file, its tools, its default
  --port <number>   port, 0 for a free one (default: 41529)
  --help, --version
`,
      stderr: '',
    });
    expect(await workplace.runHttp('http-host', ['--version'])).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/),
      stderr: '',
    });
  });

  it.each([
    [['--port', '70000'], '--port "70000": a whole number from 0 to 65535 is wanted\n'],
    [['--port', 'http'], '--port "http": a whole number from 0 to 65535 is wanted\n'],
    [['--prot', '1'], "Unknown option '--prot'\n  hint: sluice-http --help lists the options.\n"],
    [['extra'], "Unexpected argument 'extra'\n  hint: sluice-http --help lists the options.\n"],
  ])('refuses the words %j', async (words, stderr) => {
    expect(await workplace.runHttp('http-host', words)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `sluice-http: ${stderr}`,
    });
  });
});

/** Process ids of the children of a process. Linux. */
function childrenOf(pid: number | undefined): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
