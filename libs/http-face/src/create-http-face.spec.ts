import { request as httpRequest } from 'node:http';
import { memoryLogger } from '@sluice/contracts/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpFace } from './create-http-face.js';
import { maxRequestBytes } from './limits.js';
import { serveHttp } from './serve-http.js';
import { stubGateway } from './testing/stub-gateway.js';

const apiKey = 'k'.repeat(43);
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start() {
  const stub = stubGateway();
  const face = createHttpFace({
    gateway: stub.gateway,
    logger: memoryLogger(),
    apiKey,
    allowedHosts: ['127.0.0.1', 'localhost', '[::1]'],
  });
  closers.push(face.close);
  const endpoint = await serveHttp({ face, port: 0 });
  closers.push(endpoint.close);
  return { ...stub, url: new URL(endpoint.url) };
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Raw HTTP, so that Host and everything else is ours to set. */
function send(url: URL, { method = 'POST', path = '/mcp', headers = {}, body }: Sent) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const request = httpRequest(
        {
          host: '127.0.0.1',
          port: url.port,
          method,
          path,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          );
          response.on('error', reject);
        },
      );
      request.on('error', reject);
      request.end(body);
    },
  );
}

const key = { authorization: `Bearer ${apiKey}` };
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  },
});
const call = (name: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: {} } });

describe('the HTTP face', () => {
  it.each([
    ['no key', {}, 401],
    ['a wrong key', { authorization: `Bearer ${'x'.repeat(43)}` }, 401],
    ['a key that is longer', { authorization: `Bearer ${apiKey}k` }, 401],
    ['an empty key', { authorization: 'Bearer ' }, 401],
    ['the key in another scheme', { authorization: `Basic ${apiKey}` }, 401],
    ['a foreign Host with the right key', { ...key, host: 'evil.example' }, 403],
    ['a foreign Origin with the right key', { ...key, origin: 'https://evil.example' }, 403],
    ['the Origin null with the right key', { ...key, origin: 'null' }, 403],
    ['a Host that only ends like ours', { ...key, host: 'localhost.evil.example' }, 403],
  ])('refuses a request with %s', async (_, headers, status) => {
    const { url, opened } = await start();
    const sessionsBefore = opened.length;
    expect((await send(url, { headers, body: initialize })).status).toBe(status);
    expect(opened).toHaveLength(sessionsBefore);
  });

  it.each([
    [
      { host: 'evil.example' },
      'Requests with the host "evil.example" are refused: it must be one of 127.0.0.1, localhost, [::1].',
    ],
    [
      { origin: 'https://evil.example' },
      'Requests with the origin "https://evil.example" are refused: it must be one of 127.0.0.1, localhost, [::1].',
    ],
  ])('says why it refuses %j', async (headers, error) => {
    const { url } = await start();
    const answer = await send(url, { headers: { ...key, ...headers }, body: initialize });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([403, { error }]);
  });

  it('never looks at a key in the query', async () => {
    const { url } = await start();
    const answer = await send(url, {
      path: `/mcp?key=${apiKey}&api_key=${apiKey}`,
      body: initialize,
    });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      401,
      { error: 'A valid API key is required: send it as "Authorization: Bearer <key>".' },
    ]);
  });

  it.each<Record<string, string>>([
    { authorization: `Bearer ${apiKey}` },
    { authorization: `bearer ${apiKey}` },
    { 'x-sluice-api-key': apiKey },
    { 'x-jsmcp-api-key': apiKey },
  ])('takes the key as %j', async (headers) => {
    const { url } = await start();
    expect((await send(url, { headers, body: initialize })).status).toBe(200);
  });

  it('says at /status how the host and its upstreams are, to whoever has the key', async () => {
    const { url } = await start();
    const get = (headers: Record<string, string>) =>
      send(url, { method: 'GET', path: '/status', headers });
    expect((await get({})).status).toBe(401);
    const { status, text } = await get(key);
    expect({ status, body: JSON.parse(text) as unknown }).toEqual({
      status: 200,
      body: { version: '1.2.3', servers: [{ name: 'box', state: 'ready' }] },
    });
  });

  it('answers at no other path', async () => {
    const { url } = await start();
    const answer = await send(url, { path: '/api/call', headers: key, body: '{}' });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      404,
      { error: 'Not found: this server answers at /mcp.' },
    ]);
  });

  it('gives each 2025-era client a session of its own, and forgets it on DELETE', async () => {
    const { url, closed } = await start();
    const ids = [];
    for (const client of [1, 2]) {
      const opened = await send(url, { headers: key, body: initialize });
      const id = String(opened.headers['mcp-session-id']);
      const answer = await send(url, {
        headers: { ...key, 'mcp-session-id': id },
        body: call('whoami'),
      });
      expect(answer.text, `client ${client}`).toContain(`"session-${client + 1}"`);
      ids.push(id);
    }
    const [first = ''] = ids;
    expect(
      (await send(url, { method: 'DELETE', headers: { ...key, 'mcp-session-id': first } })).status,
    ).toBe(200);
    expect(closed).toEqual(['session-2']);
    const gone = await send(url, {
      headers: { ...key, 'mcp-session-id': first },
      body: call('whoami'),
    });
    expect([gone.status, JSON.parse(gone.text).error.message]).toEqual([
      404,
      'Session not found: it ended, or the server was restarted. Initialize again.',
    ]);
  });

  it('keeps no session for a request that is not initialize', async () => {
    const { url, opened, closed } = await start();
    expect((await send(url, { headers: key, body: call('whoami') })).status).toBe(400);
    expect((await send(url, { headers: key, body: '{ not json' })).status).toBe(400);
    expect((await send(url, { method: 'GET', headers: key })).status).toBe(400);
    expect(closed).toEqual(opened.slice(1));
  });

  it('answers a body beyond the limit with 413', async () => {
    const { url } = await start();
    expect(
      (await send(url, { headers: key, body: `"${'x'.repeat(maxRequestBytes)}"` })).status,
    ).toBe(413);
  });

  it('gives arguments all their digits, in both generations, and refuses an integer that nobody could keep', async () => {
    const { url, calls } = await start();
    const id = String(
      (await send(url, { headers: key, body: initialize })).headers['mcp-session-id'],
    );
    const long = '12345678901234567890';
    const withLong = (text: string, digits = long) =>
      text.replace('"arguments":{}', `"arguments":{"n":${digits},"text":"${long}"}`);
    await send(url, {
      headers: { ...key, 'mcp-session-id': id },
      body: withLong(call('whoami')),
    });
    const { params, ...rest } = JSON.parse(call('whoami')) as { params: object };
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const modern = JSON.stringify({ ...rest, params: { ...params, _meta: meta } });
    const headers = {
      ...key,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'whoami',
    };
    await send(url, { headers, body: withLong(modern) });
    expect(calls).toEqual([
      { n: 12345678901234567890n, text: long },
      { n: 12345678901234567890n, text: long },
    ]);
    const refused = await send(url, { headers, body: withLong(modern, '9'.repeat(2002)) });
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      400,
      {
        jsonrpc: '2.0',
        id: null,
        error: {
          code: -32602,
          message: expect.stringMatching(
            /^An integer in the JSON text has more than 2000 digits, at position \d+$/,
          ) as string,
        },
      },
    ]);
  });

  it('names the tools there are when one is unknown', async () => {
    const { url } = await start();
    const id = String(
      (await send(url, { headers: key, body: initialize })).headers['mcp-session-id'],
    );
    const answer = await send(url, {
      headers: { ...key, 'mcp-session-id': id },
      body: call('delete_all'),
    });
    expect(answer.text).toContain('Unknown tool \\"delete_all\\": this server has whoami.');
  });

  it('stops listening to the gateway when it closes', async () => {
    const { url, listeners } = await start();
    await send(url, { headers: key, body: initialize });
    expect(listeners.size).toBe(2);
    for (const close of closers.splice(0).reverse()) await close();
    expect(listeners.size).toBe(0);
  });
});

describe('serveHttp()', () => {
  it('says which port is taken and what to do', async () => {
    const { url } = await start();
    const face = { fetch: async () => new Response(), close: async () => undefined };
    await expect(serveHttp({ face, port: Number(url.port) })).rejects.toMatchObject({
      code: 'USAGE',
      message: `Cannot listen on 127.0.0.1:${url.port}: another program listens there`,
      hint: 'Choose another port with --port, or 0 for a free one.',
    });
  });
});
