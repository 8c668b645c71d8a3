import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { createMcpServer, type Gateway } from '@sluice/gateway';
import { maxRequestBytes } from './limits.js';

/** Serves the sessionful protocol generation (2025-11-25 and older). */
export interface LegacySessions {
  /** @param body the messages, where they are read already */
  fetch(request: Request, body?: ReadBody): Promise<Response>;
  close(): Promise<void>;
}

interface ReadBody {
  readonly parsedBody?: unknown;
}

interface LegacySession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly end: () => Promise<void>;
}

/**
 * Sessions of 2025-era clients, one gateway session each. When more than `maxSessions` are open the
 * one unused for longest ends; its client gets 404 and starts a new one, as the specification says.
 *
 * @param options.maxSessions @default 256
 */
export function createLegacySessions(options: {
  readonly gateway: Gateway;
  readonly onerror: (error: Error) => void;
  readonly maxSessions?: number;
}): LegacySessions {
  const { gateway, onerror, maxSessions = 256 } = options;
  /** Least recently used first. */
  const sessions = new Map<string, LegacySession>();

  return {
    async fetch(request, body) {
      const id = request.headers.get('mcp-session-id');
      if (id === null) return open(request, body);
      const session = sessions.get(id);
      if (!session) return sessionNotFound();
      sessions.delete(id);
      sessions.set(id, session);
      return session.transport.handleRequest(request, body);
    },
    async close() {
      await Promise.allSettled([...sessions.values()].map((session) => session.end()));
    },
  };

  async function open(request: Request, body: ReadBody | undefined): Promise<Response> {
    const scope = gateway.openSession();
    const server = createMcpServer(gateway, scope);
    const stopNotices = gateway.onToolsChanged(
      () => void server.sendToolListChanged().catch(onerror),
    );
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      maxRequestBodySize: maxRequestBytes,
      onsessioninitialized: (id) => {
        sessions.set(id, { transport, end });
        void endOldest();
      },
    });
    server.onerror = onerror;
    await server.connect(transport);
    const closed = server.onclose;
    server.onclose = () => {
      closed?.();
      stopNotices();
      if (transport.sessionId) sessions.delete(transport.sessionId);
      gateway.closeSession(scope).catch(onerror);
    };
    const end = () => server.close();
    const response = await transport.handleRequest(request, body);
    // Anything but `initialize` was refused without a session: nothing may stay behind.
    if (transport.sessionId === undefined) await end();
    return response;
  }

  async function endOldest(): Promise<void> {
    const [oldest] = sessions.values();
    if (sessions.size > maxSessions && oldest) await oldest.end().catch(onerror);
  }
}

function sessionNotFound(): Response {
  const error = {
    code: -32001,
    message: 'Session not found: it ended, or the server was restarted. Initialize again.',
  };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 });
}
