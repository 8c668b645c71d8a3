import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectClient } from './support/connect-client.js';
import { processesWith } from './support/processes-with.js';
import {
  createWorkplace,
  fixtureServer,
  until,
  type Launch,
  type Workplace,
} from './support/workplace.js';

let workplace: Workplace;
beforeEach(() => {
  workplace = createWorkplace();
});
afterEach(() => workplace.close());

/** Speaks raw JSON-RPC with the host, line by line. */
function raw({ command, args, env }: Launch) {
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const lines: string[] = [];
  let rest = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
  });
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const answerTo = (id: number) =>
    until(
      () => lines.map((line) => JSON.parse(line)).find((message) => message.id === id),
      () => lines.join('\n'),
    );
  return { child, lines, send, answerTo };
}

const initialize = {
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  },
};
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
};
const discover = { method: 'server/discover', params: { _meta: envelope } };

describe('the stdio host', () => {
  it.each([
    ['server/discover, then initialize', [discover, initialize]],
    ['initialize, then server/discover', [initialize, discover]],
  ])('answers %s on one pipe while ten upstreams hang', async (_, [first, second]) => {
    const mcpServers = Object.fromEntries(
      Array.from({ length: 10 }, (__, i) => [`slow${i}`, fixtureServer('hang-init')]),
    );
    const host = raw(workplace.sluice('--config', workplace.writeConfig({ mcpServers })));
    host.send({ id: 1, ...first });
    const one = await host.answerTo(1);
    host.send({ id: 2, ...second });
    const two = await host.answerTo(2);
    expect(
      [one, two].map((answer) => answer.result !== undefined || answer.error?.code === -32601),
    ).toEqual([true, true]);
    expect(
      [one, two].some(
        (answer) =>
          answer.result?.serverInfo?.name === 'sluice' ||
          JSON.stringify(answer).includes('"sluice"'),
      ),
    ).toBe(true);
    host.child.stdin.end();
    await once(host.child, 'exit');
  });

  it('ends with every child when the client closes stdin, and when it is told to stop', async () => {
    for (const end of ['stdin', 'SIGTERM', 'SIGINT'] as const) {
      const marker = `marker-${end}-${process.pid}`;
      const fixture = fixtureServer('ok', marker);
      const config = workplace.writeConfig({
        mcpServers: { fixture },
        policy: [{ match: '*', action: 'allow' }],
      });
      const host = raw(workplace.sluice('--config', config));
      host.send({ id: 1, ...initialize });
      await host.answerTo(1);
      host.send({ method: 'notifications/initialized' });
      host.send({
        id: 2,
        method: 'tools/call',
        params: {
          name: 'run_code',
          arguments: { code: 'await fixture.echo({}); for (;;) await fixture.sleep({ ms: 50 })' },
        },
      });
      await until(() => processesWith(marker)[0]);
      if (end === 'stdin') host.child.stdin.end();
      else host.child.kill(end);
      const [exitCode] = await once(host.child, 'exit');
      expect(exitCode).toBe(0);
      await until(() => (processesWith(marker).length === 0 ? true : undefined));
    }
  });

  it('may be started twice at once with one configuration', async () => {
    const config = workplace.writeConfig({
      mcpServers: { fixture: fixtureServer('ok') },
      policy: [{ match: '*', action: 'allow' }],
    });
    const clients = await Promise.all(
      [1, 2].map(() =>
        connectClient('v2 auto', { kind: 'stdio', launch: workplace.sluice('--config', config) }),
      ),
    );
    const answers = await Promise.all(
      clients.map((client, value) =>
        client.call('run_code', { code: `return (await fixture.echo({ value: ${value} })).value` }),
      ),
    );
    expect(answers.map((answer) => answer.texts[0])).toEqual(['0', '1']);
    await Promise.all(clients.map((client) => client.close()));
  });

  it('writes nothing but protocol on stdout, whatever a program prints', async () => {
    const host = raw(
      workplace.sluice(
        '--config',
        workplace.writeConfig({
          mcpServers: { banner: fixtureServer('banner') },
          policy: [{ match: '*', action: 'allow' }],
        }),
      ),
    );
    host.send({ id: 1, ...initialize });
    await host.answerTo(1);
    host.send({ method: 'notifications/initialized' });
    const code = `console.log("hi"); console.error("e"); console.log('{"jsonrpc":"2.0","id":7,"result":{}}'); console.table([{ a: 1 }]); console.log("x".repeat(5_000_000)); return (await banner.echo({ value: 1 })).value`;
    host.send({ id: 2, method: 'tools/call', params: { name: 'run_code', arguments: { code } } });
    const answer = await host.answerTo(2);
    expect(answer.result.content[0].text).toBe('1');
    expect(
      host.lines
        .map((line) => JSON.parse(line))
        .every((message) => message.jsonrpc === '2.0' && message.id !== 7),
    ).toBe(true);
    host.child.stdin.end();
    await once(host.child, 'exit');
  });
});

describe('cancelling a run_code request', () => {
  it('stops the run and the upstream call, and the next run works', async () => {
    const config = workplace.writeConfig({
      mcpServers: { fixture: fixtureServer('ok') },
      policy: [{ match: '*', action: 'allow' }],
    });
    const client = await connectClient('v2 legacy', {
      kind: 'stdio',
      launch: workplace.sluice('--config', config),
    });
    const controller = new AbortController();
    const pending = client.call(
      'run_code',
      { code: 'progress(1); await fixture.never()' },
      { signal: controller.signal, onProgress: () => setTimeout(() => controller.abort(), 100) },
    );
    await expect(pending).rejects.toThrow();
    // The next run works, and the upstream was told of the end of the first one's call.
    const code = 'return (await fixture.cancelled()).cancelled.length';
    const told = async () => (await client.call('run_code', { code })).texts[0];
    await expect.poll(told, { timeout: 10_000 }).toBe('1');
    await client.close();
  });
});

describe('a home that takes no folders', () => {
  // Below a file, and where the system answers as if the parent were missing.
  it.each(['/dev/null/home', '/proc/home'])(
    'as %s stops neither work nor the end',
    async (home) => {
      const places = { HOME: home, XDG_CACHE_HOME: home, XDG_STATE_HOME: home };
      const elsewhere = createWorkplace(places);
      try {
        const config = elsewhere.writeConfig({
          mcpServers: { fixture: fixtureServer('ok') },
          policy: [{ match: '*', action: 'allow' }],
        });
        const code = 'return (await fixture.echo({ value: 7 })).value';
        const ended = await elsewhere.runVerb(['exec', '--config', config, '-e', code]);
        expect([ended.exitCode, ended.stdout]).toEqual([0, '7\n']);
      } finally {
        await elsewhere.close();
      }
    },
  );
});
