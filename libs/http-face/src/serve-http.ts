import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { SluiceError } from '@sluice/contracts';
import type { HttpFace } from './create-http-face.js';

/** A listening endpoint. */
export interface HttpEndpoint {
  /** Where MCP is served, such as `http://127.0.0.1:41528/mcp`. */
  readonly url: string;
  /** The same without a path: `http://127.0.0.1:41528`. */
  readonly origin: string;
  /** Stops listening and ends open connections. Idempotent. */
  close(): Promise<void>;
}

/**
 * Serves a face on a Node HTTP server.
 *
 * @param options.host @default '127.0.0.1'
 * @param options.port 0 chooses a free one.
 * @throws SluiceError `USAGE` when the address cannot be listened on.
 */
export async function serveHttp(options: {
  readonly face: Pick<HttpFace, 'fetch'>;
  readonly host?: string;
  readonly port: number;
}): Promise<HttpEndpoint> {
  const { face, host = '127.0.0.1', port } = options;
  const answer = getRequestListener((request) => face.fetch(request), {
    overrideGlobalObjects: false,
  });
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(host, port, error)));
    server.listen(port, host, resolve);
  });
  const { port: actualPort } = server.address() as AddressInfo;
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`;
  let closing: Promise<void> | undefined;
  return {
    url: `${origin}/mcp`,
    origin,
    close() {
      closing ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closing;
    },
  };
}

function cannotListen(host: string, port: number, error: NodeJS.ErrnoException): SluiceError {
  const inUse = error.code === 'EADDRINUSE';
  const reason = inUse
    ? 'another program listens there'
    : `the system says ${error.code ?? error.message}`;
  return new SluiceError('USAGE', `Cannot listen on ${host}:${port}: ${reason}`, {
    hint: 'Choose another port with --port, or 0 for a free one.',
    cause: error,
  });
}
