import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP upstream that blurts out every header and URL it gets. */
export interface LeakyHttp {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts one on loopback. At `/mcp` it works, and its tool `fails` says everything; at `/status/500` (or another
 * number) it answers with that status and everything in the body; at `/redirect` it sends on to another origin
 * with everything in the address.
 */
export async function startLeakyHttp(): Promise<LeakyHttp> {
  const server = createServer((request, response) => {
    const everything = JSON.stringify({ url: request.url, headers: request.headers });
    const { pathname } = new URL(String(request.url), 'http://x');
    if (pathname === '/redirect') {
      const location = `http://elsewhere.test/?all=${encodeURIComponent(everything)}`;
      response.writeHead(307, { location }).end(everything);
      return;
    }
    const status = /^\/status\/(\d+)$/.exec(pathname)?.[1];
    if (status !== undefined) {
      const body = JSON.stringify({ error: everything, message: everything });
      response.writeHead(Number(status), { 'content-type': 'application/json' }).end(body);
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(405).end(everything);
      return;
    }
    void readBody(request).then((body) => {
      const answer = answerTo(JSON.parse(body) as RpcRequest, everything);
      if (answer === undefined) response.writeHead(202).end();
      else
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', ...answer }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface RpcRequest {
  readonly id?: number | string;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly name?: string };
}

function answerTo({ id, method, params = {} }: RpcRequest, everything: string) {
  if (id === undefined) return undefined;
  const content = [{ type: 'text', text: everything }];
  switch (method) {
    case 'initialize': {
      const { protocolVersion } = params;
      const serverInfo = { name: 'leaky-http', version: '1' };
      return { id, result: { protocolVersion, capabilities: { tools: {} }, serverInfo } };
    }
    case 'tools/list': {
      const tools = ['fails', 'throws'].map((name) => ({ name, inputSchema: { type: 'object' } }));
      return { id, result: { tools } };
    }
    case 'tools/call':
      return params.name === 'fails'
        ? { id, result: { content, isError: true } }
        : { id, error: { code: -32000, message: everything } };
    default:
      return { id, error: { code: -32601, message: `Method not found ${everything}` } };
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}
