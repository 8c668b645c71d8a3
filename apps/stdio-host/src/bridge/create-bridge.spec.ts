import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createBridge, type Bridge } from './create-bridge.js';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Seen {
  readonly method: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A bridge to a server that answers as it is told. */
async function start(answer: (seen: Seen, response: ServerResponse) => void) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      const one = { method: request.method, headers: request.headers, body };
      seen.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  ends.push(stop);
  const answers: unknown[] = [];
  const bridge: Bridge = createBridge({
    url: `http://127.0.0.1:${port}/mcp`,
    apiKey: 'key',
    toClient: (message) => void answers.push(JSON.parse(message)),
  });
  ends.push(bridge.close);
  return { bridge, seen, answers, stop };
}

const json = (response: ServerResponse, body: object, headers: Record<string, string> = {}) =>
  response
    .writeHead(200, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(body));
const call = (id: number) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'x' } });

describe('createBridge()', () => {
  it('repeats in headers what a message of 2026-07-28 says, and hands its text on unchanged', async () => {
    const { bridge, seen, answers } = await start(({ body }, response) =>
      json(response, { jsonrpc: '2.0', id: (JSON.parse(body) as { id: number }).id, result: {} }),
    );
    const message = (name: string) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${JSON.stringify(name)},"n":9007199254740993,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}`;
    for (const name of ['run_code', 'mit ž', '=?base64?x?=']) {
      bridge.fromClient(message(name));
      await bridge.idle();
    }
    expect(seen.map(({ body }) => body)).toEqual(
      ['run_code', 'mit ž', '=?base64?x?='].map(message),
    );
    expect(seen.map(({ headers }) => headers)).toMatchObject(
      ['run_code', '=?base64?bWl0IMW+?=', '=?base64?PT9iYXNlNjQ/eD89?='].map((name) => ({
        authorization: 'Bearer key',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
      })),
    );
    expect(answers).toHaveLength(3);
  });

  it('answers with an error what the server refuses, breaks off or leaves open', async () => {
    const { bridge, answers } = await start(({ body }, response) => {
      const { id } = JSON.parse(body) as { id: number };
      if (id === 1) response.writeHead(403).end('{"error":"Requests with this host are refused."}');
      if (id === 2) response.writeHead(500).end('oops');
      if (id === 3)
        response.writeHead(400).end('{"error":{"code":-32020,"message":"Headers differ"}}');
      if (id === 4) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n', () =>
          response.destroy(),
        );
      }
      if (id === 5) response.writeHead(202).end();
    });
    for (const id of [1, 2, 3, 4, 5]) {
      bridge.fromClient(call(id));
      await bridge.idle();
    }
    const lost =
      'The daemon went away while it worked on this: what was done is not known. Look at the state of things before you try again.';
    const error = (id: number, code: number, message: string) => ({
      jsonrpc: '2.0',
      id,
      error: { code, message },
    });
    expect(answers).toEqual([
      error(1, -32000, 'Requests with this host are refused.'),
      error(2, -32000, 'The daemon answered with the status 500'),
      error(3, -32020, 'Headers differ'),
      { jsonrpc: '2.0', method: 'notifications/progress' },
      error(4, -32001, lost),
      error(5, -32001, lost),
    ]);
  });

  it.each(['{}', '{"error":null}', '{"error":{"code":"x","message":7}}', '[]', '7'])(
    'takes %s for no reason of a refusal',
    async (body) => {
      const { bridge, answers } = await start((_, response) => response.writeHead(503).end(body));
      bridge.fromClient(call(1));
      await bridge.idle();
      expect(answers).toMatchObject([
        { error: { code: -32000, message: 'The daemon answered with the status 503' } },
      ]);
    },
  );

  it('says once for all what has opened the session, where the server has forgotten it', async () => {
    let session = 'one';
    const { bridge, seen, answers } = await start(({ method, headers, body }, response) => {
      if (method !== 'POST') return void response.writeHead(405).end();
      const { id, method: asked } = JSON.parse(body) as { id?: number; method: string };
      if (asked === 'initialize')
        return void json(
          response,
          { jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25' } },
          { 'mcp-session-id': session },
        );
      if (headers['mcp-session-id'] !== session) return void response.writeHead(404).end();
      if (id === undefined) return void response.writeHead(202).end();
      json(response, { jsonrpc: '2.0', id, result: { session } });
    });
    bridge.fromClient(
      '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}',
    );
    bridge.fromClient(call(1));
    await bridge.idle();
    session = 'two';
    for (const id of [2, 3]) bridge.fromClient(call(id));
    await bridge.idle();
    expect(answers.slice(1)).toMatchObject([
      { id: 1, result: { session: 'one' } },
      { result: { session: 'two' } },
      { result: { session: 'two' } },
    ]);
    const asked = seen.flatMap(({ body }) => /"method":"(\w+\/?\w*)"/.exec(body)?.[1] ?? []);
    expect(asked.filter((method) => method === 'initialize')).toHaveLength(2);
    expect(asked.filter((method) => method === 'notifications/initialized')).toHaveLength(1);
    expect(seen.at(-1)?.headers['mcp-protocol-version']).toBe('2025-11-25');
  });

  it('breaks off what is cancelled or open when it ends', async () => {
    let left = 0;
    const { bridge, answers, seen } = await start((_, response) => {
      response.on('close', () => (left += 1));
    });
    const open = (id: number) => bridge.fromClient(call(id));
    open(1);
    open(2);
    while (seen.length < 2) await new Promise((resolve) => setImmediate(resolve));
    bridge.fromClient(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
    );
    while (left < 1) await new Promise((resolve) => setImmediate(resolve));
    await bridge.close();
    await bridge.close();
    while (left < 3) await new Promise((resolve) => setImmediate(resolve));
    expect(answers).toEqual([]);
  });

  it('says that nobody is there, and takes no line that is no message', async () => {
    const { bridge, answers, stop } = await start((_, response) => response.end());
    await stop();
    ends.splice(ends.indexOf(stop), 1);
    for (const line of ['hello', '[]', '{"jsonrpc":"2.0","method":"notifications/x"}', call(7)])
      bridge.fromClient(line);
    await bridge.idle();
    expect(answers).toEqual([
      {
        jsonrpc: '2.0',
        id: 7,
        error: {
          code: -32002,
          message: 'The daemon does not answer. Start it with "sluice daemon", and try again.',
        },
      },
    ]);
  });
});
