import type { Session } from '@sluice/core';
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ListToolsResult } from '@modelcontextprotocol/server';
import type { RunProgress } from '@sluice/contracts';
import { exchangeCall } from './exchange/exchange-call.js';
import type { Gateway } from './gateway.js';
import { describeUse } from './present/describe-use.js';
import { presentUnknownTool } from './present/present-unknown-tool.js';

/**
 * The MCP face of a gateway for one connection or one stateless request: both protocol generations
 * (2026-07-28, and 2025-11-25 and older) get the same tools. Nothing is started by making one.
 */
export function createMcpServer(gateway: Gateway, session: Session): Server {
  const server = new Server(
    { name: 'sluice', title: 'Sluice', version: gateway.version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions: describeUse(gateway.exposed) || undefined,
      requestState: { verify: gateway.requestStates.verify },
    },
  );
  server.setRequestHandler('tools/list', async (_, { mcpReq }) => {
    await gateway.toolsReady(mcpReq.signal);
    return { tools: [...gateway.listTools()] } as unknown as ListToolsResult;
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const args = gateway.longArguments.unmark(params.arguments);
    const call = { name: params.name, args, onProgress: progressTo(context) };
    const exchange = () => exchangeCall(call, { gateway, session, server, context });
    const answer = exchange();
    if (answer) return answer;
    // A client may call what an earlier start has shown it, before an upstream has said that it has it.
    await gateway.toolsReady(context.mcpReq.signal);
    const late = exchange();
    if (!late) throw unknownTool(gateway, params.name);
    return late;
  });
  return server;
}

/** Progress of the run under the client's own token; undefined when it asked for none. */
function progressTo(context: ServerContext): ((progress: RunProgress) => void) | undefined {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let last = -Infinity;
  return ({ done, total, message }) => {
    // MCP: "The progress value MUST increase with each notification".
    if (done <= last) return;
    last = done;
    const params = { progressToken, progress: done, total, message };
    // A client that went away in the meantime is noticed by its connection, not here.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

function unknownTool(gateway: Gateway, name: string): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    presentUnknownTool(name, gateway.listTools()),
  );
}
