import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import type { Logger } from '@sluice/contracts';
import { createMcpServer, type Gateway } from '@sluice/gateway';
import { approvalPath } from './approval-page/approval-bodies.js';
import type { ApprovalPage } from './approval-page/create-approval-page.js';
import { guardRequest, type GuardOptions } from './guard-request.js';
import { createLegacySessions } from './legacy-sessions.js';
import { maxRequestBytes } from './limits.js';
import { readMessages } from './read-messages.js';

/** A gateway as a web-standard handler. */
export interface HttpFace {
  /** Answers one request; never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Ends every MCP session of this face; the gateway stays. Idempotent. */
  close(): Promise<void>;
}

/** What {@link createHttpFace} needs. */
export interface HttpFaceOptions extends GuardOptions {
  readonly gateway: Gateway;
  readonly logger: Logger;
  /** Served at `/approve`, behind a secret of its own: the API key stands in clients, so it opens nothing here. */
  readonly approvalPage?: Pick<ApprovalPage, 'fetch'>;
}

/**
 * Serves MCP over Streamable HTTP at `/mcp`, both generations: 2026-07-28 request by request, 2025
 * and older with sessions; at `/status` how the host and its upstreams are, as JSON. `Host`, `Origin` and the key are checked before anything is read.
 */
export function createHttpFace(options: HttpFaceOptions): HttpFace {
  const { gateway, logger } = options;
  const onerror = (error: Error) => logger.debug('http request refused', { reason: error.message });
  // 2026-07-28 has no sessions: all its requests, which carry the same key, share one scope.
  const shared = gateway.openSession({ isShared: true });
  const modern = createMcpHandler(() => createMcpServer(gateway, shared), {
    legacy: 'reject',
    maxRequestBodySize: maxRequestBytes,
    onerror,
  });
  const stopNotices = gateway.onToolsChanged(() => modern.notify.toolsChanged());
  const legacy = createLegacySessions({ gateway, onerror });

  return {
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (options.approvalPage && pathname === approvalPath)
        return options.approvalPage.fetch(request);
      const refusal = guardRequest(request, options);
      if (refusal) return refusal;
      if (pathname === '/status') return statusOf(gateway);
      if (pathname !== '/mcp') return notFound();
      try {
        const body = await readMessages(request, gateway.longArguments.read, maxRequestBytes);
        if (body.kind === 'refused') return body.response;
        const read = body.kind === 'messages' ? { parsedBody: body.parsedBody } : {};
        return (await isLegacy(request, read.parsedBody))
          ? await legacy.fetch(request, read)
          : await modern.fetch(request, read);
      } catch (error) {
        logger.error('http request failed', {
          reason: error instanceof Error ? error.message : String(error),
        });
        return Response.json({ error: 'The request could not be served.' }, { status: 500 });
      }
    },
    async close() {
      stopNotices();
      await Promise.allSettled([modern.close(), legacy.close(), gateway.closeSession(shared)]);
    },
  };
}

/** Requests of the sessionful generation: a session id, a GET or DELETE, or a body without the 2026 envelope. */
async function isLegacy(request: Request, parsedBody: unknown): Promise<boolean> {
  if (request.headers.has('mcp-session-id') || request.method !== 'POST') return true;
  return isLegacyRequest(request, parsedBody, { maxRequestBodySize: maxRequestBytes });
}

function statusOf({ version, upstreams }: Gateway): Response {
  return Response.json({ version, servers: upstreams.statuses() });
}

function notFound(): Response {
  return Response.json({ error: 'Not found: this server answers at /mcp.' }, { status: 404 });
}
