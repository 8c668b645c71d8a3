import { ProtocolError } from '@modelcontextprotocol/client';
import type { McpSubscription } from '@modelcontextprotocol/client';
import { SluiceError } from '@sluice/contracts';
import type { Json, ServerDefinition, UpstreamCall, UpstreamTool } from '@sluice/contracts';
import { callTool } from './call-tool.js';
import type { CallOutcome } from './call-tool.js';
import { takeAnswer } from './carry-answers.js';
import { noTimeoutMs } from './create-client.js';
import type { Explanation, Link, LinkDependencies } from './link.js';
import { listAllTools } from './list-all-tools.js';
import type { ToolList } from './list-all-tools.js';
import { openStdioLink } from './open-stdio-link.js';
import { passThrough } from './pass-through.js';

/** One live connection to one upstream. */
export interface Connection {
  readonly serverInfo?: { readonly name: string; readonly version: string };
  readonly protocolVersion?: string;
  readonly closed: Promise<void>;
  readonly noiseLines: () => number;
  readonly stderrTail: () => string | undefined;
  /** Why it closed, or what a failure on it means. */
  readonly explain: (error?: unknown) => Promise<Explanation>;
  listTools(signal: AbortSignal): Promise<ToolList>;
  /** Calls a tool. Never rejects. */
  call(call: UpstreamCall, tool: UpstreamTool | undefined): Promise<CallOutcome>;
  close(): Promise<void>;
}

/** A connection, or why there is none. */
export type OpenedConnection =
  | { readonly ok: true; readonly connection: Connection }
  | { readonly ok: false; readonly error: SluiceError; readonly stderrTail?: string };

/** The HTTP side is half of this room's weight (undici): loaded when the first HTTP upstream is. */
const httpLinks = () => import('./open-http-link.js');

/** After an event stream for changes broke, ask for a new one. */
const listenAgainMs = 5_000;

/**
 * Connects to an upstream.
 *
 * @returns why not, where it did not work. Rejects only when `signal` is aborted.
 */
export async function openConnection(
  server: ServerDefinition,
  deps: LinkDependencies,
  signal: AbortSignal,
): Promise<OpenedConnection> {
  const { transport } = server;
  const opened =
    transport.kind === 'stdio'
      ? await openStdioLink(transport, deps, signal)
      : await (await httpLinks()).openHttpLink(transport, deps, signal);
  if (opened.ok) return { ok: true, connection: makeConnection(server, opened.link, deps) };
  const { why, stderrTail } = opened;
  const verb = transport.kind === 'stdio' ? 'start' : 'connect to';
  const message = deps.redact(`Cannot ${verb} upstream "${server.name}": ${why.reason}`);
  const hint = why.hint ?? `Check the entry of this server in ${server.file}.`;
  const error = new SluiceError('UPSTREAM_START', message, { hint });
  return { ok: false, error, ...(stderrTail !== undefined && { stderrTail }) };
}

function makeConnection(server: ServerDefinition, link: Link, deps: LinkDependencies): Connection {
  const { client } = link;
  const info = client.getServerVersion();
  watch(client.autoOpenedSubscription);

  /** 2026-07-28: changes come on a stream of their own, which may break. */
  function watch(subscription: McpSubscription | undefined): void {
    void subscription?.closed.then((cause) => {
      if (cause === 'local') return;
      const cancel = deps.clock.schedule(listenAgainMs, () => {
        client.listen({ toolsListChanged: true }).then(
          (next) => {
            deps.onListChanged();
            watch(next);
          },
          () => deps.logger.debug(`Upstream "${server.name}" tells no more changes of its tools`),
        );
      });
      void link.closed.then(cancel);
    });
  }

  return {
    ...(info !== undefined && { serverInfo: { name: info.name, version: info.version } }),
    protocolVersion: client.getNegotiatedProtocolVersion(),
    closed: link.closed,
    noiseLines: link.noiseLines,
    stderrTail: link.stderrTail,
    close: link.close,
    explain: link.explain,
    listTools: (signal) => listAllTools((cursor) => fetchPage(link, cursor, signal)),
    call: (call, tool) => callTool(server, link, deps, call, tool),
  };
}

async function fetchPage(
  { client }: Link,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<Json> {
  const params = cursor === undefined ? {} : { params: { cursor } };
  try {
    const options = { signal, timeout: noTimeoutMs };
    return takeAnswer(
      await client.request({ method: 'tools/list', ...params }, passThrough, options),
    ).result;
  } catch (error) {
    const hasNoTools = error instanceof ProtocolError && error.code === -32601;
    if (cursor === undefined && hasNoTools) return { tools: [] };
    throw error;
  }
}
