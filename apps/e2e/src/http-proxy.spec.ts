import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClient } from './support/connect-client.js';
import { createWorkplace, type Workplace } from './support/workplace.js';

let workplace: Workplace;
let upstream: Server;
let proxy: Server;
const proxied: string[] = [];

beforeAll(async () => {
  workplace = createWorkplace();
  upstream = await listen(createServer(serveMcp));
  proxy = await listen(forwardProxy());
});
afterAll(async () => {
  for (const server of [upstream, proxy]) {
    server.closeAllConnections();
    server.close();
  }
  await workplace.close();
});

/** Calls the one tool of the upstream through the built command, with these proxy variables. */
async function callWith(variables: Record<string, string>): Promise<string[]> {
  const config = workplace.writeConfig({
    mcpServers: { far: { type: 'http', url: `${urlOf(upstream)}/mcp` } },
    policy: [{ match: '*', action: 'allow' }],
  });
  const launch = workplace.sluice('--config', config);
  const env = { ...launch.env, ...variables };
  const client = await connectClient('v2 auto', { kind: 'stdio', launch: { ...launch, env } });
  try {
    const { texts } = await client.call('run_code', { code: 'return await far.greet()' });
    return texts.slice(0, 1);
  } finally {
    await client.close();
  }
}

describe('an HTTP upstream', () => {
  it('is reached through the proxy that the environment names', async () => {
    proxied.length = 0;
    expect(await callWith({ HTTP_PROXY: urlOf(proxy) })).toEqual(['hello']);
    expect(new Set(proxied)).toEqual(new Set([urlOf(upstream).replace('http://', '')]));
  });

  it('is reached directly where NO_PROXY names it', async () => {
    proxied.length = 0;
    expect(await callWith({ HTTP_PROXY: urlOf(proxy), NO_PROXY: '127.0.0.1' })).toEqual(['hello']);
    expect(proxied).toEqual([]);
  });
});

async function listen(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A stateless MCP server with one tool. */
const serveMcp: Parameters<typeof createServer>[1] = (message, response) => {
  const server = new McpServer({ name: 'far', version: '1.0.0' });
  server.registerTool('greet', { description: 'Says hello' }, () => ({
    content: [{ type: 'text', text: 'hello' }],
  }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  response.on('close', () => void server.close());
  void server.connect(transport as never).then(() => transport.handleRequest(message, response));
};

/** A forward proxy that notes the target of every request and tunnel. */
function forwardProxy(): Server {
  const server = createServer((message, response) => {
    const { host, hostname, port, pathname } = new URL(message.url ?? '');
    proxied.push(host);
    const { method, headers } = message;
    const forward = request({ hostname, port, path: pathname, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    message.pipe(forward);
  });
  server.on('connect', ({ url = '' }, socket, head) => {
    proxied.push(url);
    const [host, port] = url.split(':');
    const tunnel = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      tunnel.write(head);
      tunnel.pipe(socket).pipe(tunnel);
    });
    for (const end of [tunnel, socket]) end.on('error', () => (tunnel.destroy(), socket.destroy()));
  });
  return server;
}
