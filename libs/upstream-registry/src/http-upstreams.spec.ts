import { createServer as createHttpServer } from 'node:http';
import { connect as connectTo, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { httpServer, refusal, startHttpFixture, testRegistry } from './fixtures/harness.js';
import type { TestRegistry } from './fixtures/harness.js';

const endings: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** The fixture with these behaviours behind one registry, and how often each request came. */
async function connect(
  behaviours: readonly string[] = [],
  headers: Readonly<Record<string, string>> = {},
  mode: 'auto' | 'streamable' | 'sse' = 'auto',
  options: Parameters<typeof testRegistry>[1] = {},
): Promise<
  TestRegistry & { readonly url: string; readonly seen: () => Promise<readonly string[]> }
> {
  const fixture = await startHttpFixture(behaviours);
  const made = testRegistry([httpServer('web', fixture.url, headers, mode)], options);
  endings.push(fixture.stop, () => made.registry.close());
  const seen = async () => {
    const value = (await made.call('web', 'seen')).value as {
      seen: { method: string; path: string; rpc: string | null; key: string | null }[];
    };
    return value.seen.map(({ method, path, rpc, key }) =>
      [method, path, rpc, key].filter(Boolean).join(' '),
    );
  };
  return { ...made, url: fixture.url, seen };
}

describe('createUpstreamRegistry() over Streamable HTTP', () => {
  it.each([[[]], [['events']], [['probe-500']], [['get-500']]])(
    'connects, lists and calls (%j)',
    async (behaviours) => {
      const { status, call, registry } = await connect(behaviours);
      expect(await status('web')).toMatchObject({
        state: 'ready',
        transport: 'http',
        protocolVersion: '2025-06-18',
        serverInfo: { name: 'fixture', version: '1' },
      });
      expect(registry.tools('web').find(({ name }) => name === 'odd')).toMatchObject({
        inputSchema: {},
      });
      expect((await call('web', 'echo', { a: 'ž' })).value).toEqual({ a: 'ž' });
      expect((await call('web', 'hologram')).content).toEqual([{ type: 'hologram', depth: 3 }]);
    },
  );

  it.each([[['modern']], [['modern', 'events']]])('speaks 2026-07-28 (%j)', async (behaviours) => {
    const { status, call, seen } = await connect(behaviours);
    expect(await status('web')).toMatchObject({
      state: 'ready',
      protocolVersion: '2026-07-28',
      serverInfo: { name: 'fixture', version: '2' },
    });
    expect((await call('web', 'hologram')).content).toEqual([{ type: 'hologram', depth: 3 }]);
    expect(await seen()).not.toContain('POST /mcp initialize');
  });

  it('sends its headers with every request, redirects of the same origin included', async () => {
    const { seen, status } = await connect(['redirect-308'], { 'X-Key': 'k1' });
    await status('web');
    const requests = await seen();
    expect(requests).toContain('POST /moved tools/list k1');
    expect(requests.every((request) => request.endsWith(' k1'))).toBe(true);
  });

  it.each([[[]], [['events']]])(
    'reads and sends long integers with all digits (%j)',
    async (behaviours) => {
      const { call } = await connect(behaviours);
      expect((await call('web', 'long')).value).toEqual({ id: 12345678901234567890n });
      const sent = await call('web', 'digits', { id: 12345678901234567890n });
      expect(sent.raw).toMatchObject({ content: [{ text: '12345678901234567890' }] });
    },
  );

  it('opens a new session when the server lost the old one, and repeats only the refused call', async () => {
    const { call, seen } = await connect(['lose-sessions']);
    for (let i = 0; i < 4; i += 1) expect((await call('web', 'echo', { i })).value).toEqual({ i });
    const requests = await seen();
    expect(requests.filter((request) => request.endsWith('initialize'))).toHaveLength(3);
    expect(requests.filter((request) => request.endsWith('tools/call'))).toHaveLength(7);
  });

  it('fails a call at once when its event stream or its socket ends without the answer', async () => {
    const { call } = await connect();
    const hint = 'The call may have run there; it was not sent again.';
    expect(await refusal(call('web', 'cut'))).toEqual({
      code: 'UPSTREAM_CLOSED',
      message: 'Upstream "web" did not answer "cut": connection closed before the answer',
      hint,
    });
    expect(await refusal(call('web', 'reset'))).toEqual({
      code: 'UPSTREAM_CLOSED',
      message:
        'Upstream "web" did not answer "reset": connection closed before the answer (UND_ERR_SOCKET)',
      hint,
    });
    expect((await call('web', 'echo', { a: 1 })).value).toEqual({ a: 1 });
  });

  it('ends a hanging call at its limit and tells the server', async () => {
    const { call, seen } = await connect();
    expect(await refusal(call('web', 'hang', {}, { timeoutMs: 200 }))).toMatchObject({
      code: 'CALL_TIMEOUT',
    });
    expect(await seen()).toContain('POST /mcp notifications/cancelled');
  });

  it('waits when the server is busy and says how long', async () => {
    const { status, seen } = await connect(['busy']);
    expect(await status('web')).toMatchObject({ state: 'ready' });
    const lists = (await seen()).filter((request) => request.endsWith('tools/list'));
    expect(lists).toHaveLength(2);
  });

  it('reports a refusing status without the page that came with it', async () => {
    const { call } = await connect();
    expect(await refusal(call('web', 'error-500'))).toEqual({
      code: 'UPSTREAM_PROTOCOL',
      message: 'Upstream "web" did not answer "error-500": the server answered HTTP 500',
      hint: 'The call may have run there; it was not sent again.',
    });
  });

  it.each([[[]], [['events']]])(
    'fails a call whose answer is too large (%j)',
    async (behaviours) => {
      const { call } = await connect(behaviours, {}, 'auto', { maxMessageBytes: 50_000 });
      expect(await refusal(call('web', 'big', { bytes: 500_000 }))).toEqual({
        code: 'RESULT_TOO_LARGE',
        message: `Upstream "web" did not answer "big": the upstream sent ${behaviours.length === 0 ? 'an answer of more than 50000 bytes' : 'an event of more than 50000 bytes'}`,
        hint: 'Ask the tool for less at a time.',
      });
      expect((await call('web', 'echo', { a: 1 })).value).toEqual({ a: 1 });
    },
  );

  it.each([[[]], [['events']]])(
    'does not parse an answer of too many values (%j)',
    async (behaviours) => {
      const { call } = await connect(behaviours, {}, 'auto', { maxMessageValues: 1000 });
      expect(await refusal(call('web', 'many', { values: 2000 }))).toEqual({
        code: 'RESULT_TOO_LARGE',
        message:
          'Upstream "web" did not answer "many": the upstream sent JSON of 4008 values; at most 1000 are taken',
        hint: 'Ask the tool for less at a time; results.maxResultBytes allows one value for every 64 bytes, and at least a million.',
      });
      expect((await call('web', 'many', { values: 300 })).value).toHaveLength(301);
    },
  );
});

describe('createUpstreamRegistry() behind a proxy', () => {
  it('uses HTTP_PROXY, but not for the hosts of NO_PROXY', async () => {
    const fixture = await startHttpFixture();
    let tunnels = 0;
    const proxy = createHttpServer().on('connect', (request, socket: Socket) => {
      tunnels += 1;
      const { port } = new URL(`http://${request.url ?? ''}`);
      const upstream = connectTo(Number(port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        upstream.pipe(socket).pipe(upstream);
      });
      for (const end of [socket, upstream])
        end.on('error', () => [socket, upstream].map((other) => other.destroy()));
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const environment = { HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
    const direct = testRegistry([httpServer('web', fixture.url)], {
      environment: { ...environment, NO_PROXY: '127.0.0.1' },
    });
    const proxied = testRegistry([httpServer('web', fixture.url)], { environment });
    endings.push(
      () => new Promise((resolve) => proxy.close(() => resolve())),
      fixture.stop,
      () => direct.registry.close(),
      () => proxied.registry.close(),
    );
    expect((await direct.call('web', 'echo', { a: 1 })).value).toEqual({ a: 1 });
    expect(tunnels).toBe(0);
    expect((await proxied.call('web', 'echo', { a: 1 })).value).toEqual({ a: 1 });
    expect(tunnels).toBeGreaterThan(0);
  });
});

describe('createUpstreamRegistry() over HTTP with SSE', () => {
  it.each(['auto', 'sse'] as const)('connects and calls (mode %s)', async (mode) => {
    const { status, call } = await connect(['old-sse'], {}, mode);
    expect(await status('web')).toMatchObject({ state: 'ready', protocolVersion: '2025-06-18' });
    expect((await call('web', 'echo', { a: 1 })).value).toEqual({ a: 1 });
  });

  it('fails a call at once when the stream ends, and connects again', async () => {
    const { call } = await connect(['old-sse'], {}, 'sse');
    expect(await refusal(call('web', 'cut'))).toMatchObject({
      code: 'UPSTREAM_CLOSED',
      message: 'Upstream "web" did not answer "cut": connection closed before the answer',
    });
    expect((await call('web', 'echo', { a: 1 })).value).toEqual({ a: 1 });
  });
});

describe('createUpstreamRegistry(), remote upstreams that cannot be reached', () => {
  async function errorOf(url: string, mode: 'auto' | 'sse' = 'auto') {
    const { registry, status } = testRegistry([httpServer('web', url, {}, mode)]);
    endings.push(() => registry.close());
    return (await status('web')).error;
  }

  async function closedPort(): Promise<number> {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }

  it.each(['auto', 'sse'] as const)('names a closed port (mode %s)', async (mode) => {
    expect(
      await errorOf(`http://127.0.0.1:${await closedPort()}/mcp?key=hidden-value`, mode),
    ).toEqual({
      code: 'UPSTREAM_START',
      message: 'Cannot connect to upstream "web": the connection was refused (ECONNREFUSED)',
      hint: 'Start the server, or correct the port in its url.',
    });
  });

  it('names an unknown host', async () => {
    expect(await errorOf('http://no-such-host.invalid/mcp')).toEqual({
      code: 'UPSTREAM_START',
      message: expect.stringMatching(
        /^Cannot connect to upstream "web": the host "no-such-host\.invalid" was not found \((ENOTFOUND|EAI_AGAIN)\)$/,
      ),
      hint: 'Check the host name in the url, and the network.',
    });
  });

  it('names TLS trouble and the variable that adds a CA', async () => {
    const { url } = await connect();
    const error = await errorOf(url.replace('http:', 'https:'));
    expect(error?.message).toMatch(
      /^Cannot connect to upstream "web": the TLS connection failed \(ERR_SSL_/,
    );
    expect(error?.hint).toContain('NODE_EXTRA_CA_CERTS');
  });

  it('names a port that HTTP clients refuse, and an address that is none', async () => {
    expect(await errorOf('http://127.0.0.1:9/mcp')).toMatchObject({
      message:
        'Cannot connect to upstream "web": its port is one that HTTP clients refuse to use (bad port)',
    });
    expect(await errorOf('file:///etc/passwd')).toMatchObject({
      message: 'Cannot connect to upstream "web": its url is not an http or https address',
      hint: 'Set url to a whole address, as in "https://host/mcp".',
    });
  });

  it('names the target of a redirect that it does not follow, without its query', async () => {
    const { status, url } = await connect(['redirect-301']);
    const target = url.replace('/mcp', '/moved');
    expect((await status('web')).error).toEqual({
      code: 'UPSTREAM_START',
      message: `Cannot connect to upstream "web": the server redirects to "${target}" (HTTP 301), and a redirect that changes the method or the origin is not followed`,
      hint: `Set url to "${target}", if that is the server you mean.`,
    });
  });

  it('says that a login is wanted', async () => {
    const { status } = await connect(['login']);
    expect((await status('web')).error).toEqual({
      code: 'UPSTREAM_START',
      message: 'Cannot connect to upstream "web": the server wants a login (HTTP 401)',
      hint: 'Logging in (OAuth) is not supported yet; set a token in headers, as in "Authorization": "Bearer …".',
    });
  });

  it('is connected by a call as soon as the server is there', async () => {
    const fixture = await startHttpFixture();
    const { registry, call } = testRegistry([httpServer('web', fixture.url)]);
    endings.push(fixture.stop, () => registry.close());
    await call('web', 'echo');
    await fixture.stop();
    expect(await refusal(call('web', 'echo'))).toEqual({
      code: 'UPSTREAM_START',
      message: 'Cannot connect to upstream "web": the connection was refused (ECONNREFUSED)',
      hint: 'Start the server, or correct the port in its url.',
    });
    expect(registry.statuses()[0]).toMatchObject({ state: 'failed', toolsFrom: 'live' });
  });
});
