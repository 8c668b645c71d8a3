import type { Readable, Writable } from 'node:stream';
import { serveStdio as serveConnection } from '@modelcontextprotocol/server/stdio';
import type { Logger } from '@sluice/contracts';
import type { Server } from '@modelcontextprotocol/server';
import { createClientTransport } from './client-transport.js';
import { createMcpServer } from './create-mcp-server.js';
import type { Gateway } from './gateway.js';

/** Largest message from the client in bytes: a program (256 KiB), its `data`, and room. */
const maxMessageBytes = 32 * 1024 * 1024;

/** A stdio connection being served. */
export interface StdioConnection {
  /** Settles when the client has gone: its end of stdin closed, or stdout broke. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves one client over a pair of streams. `server/discover` and `initialize`, in either order, are
 * answered without waiting for any upstream. Only protocol is written to `output`.
 */
export function serveStdio(options: {
  readonly gateway: Gateway;
  readonly input: Readable;
  readonly output: Writable;
  readonly logger: Logger;
}): StdioConnection {
  const { gateway, input, output, logger } = options;
  const session = gateway.openSession({ isLocal: true });
  let current: Server | undefined;
  const connection = serveConnection(() => (current = createMcpServer(gateway, session)), {
    transport: createClientTransport({
      input,
      output,
      maxMessageBytes,
      read: gateway.longArguments.read,
    }),
    onerror: (error) => logger.debug('stdio message refused', { reason: error.message }),
  });
  const stopNotices = gateway.onToolsChanged(() => {
    current
      ?.sendToolListChanged()
      .catch((error: Error) => logger.debug('list_changed not sent', { reason: error.message }));
  });
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    for (const event of ['close', 'error']) output.once(event, () => resolve());
  });
  return {
    ended,
    async close() {
      stopNotices();
      await Promise.allSettled([connection.close(), gateway.closeSession(session)]);
    },
  };
}
