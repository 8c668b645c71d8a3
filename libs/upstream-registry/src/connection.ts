import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { McpSubscription, Tool } from '@modelcontextprotocol/client';
import { SluiceError } from '@sluice/contracts';
import type {
  Json,
  JsonObject,
  ServerDefinition,
  UpstreamCall,
  UpstreamTool,
} from '@sluice/contracts';
import { takeAnswer } from './carry-answers.js';
import type { CarriedAnswer } from './carry-answers.js';
import { noTimeoutMs } from './create-client.js';
import type { Explanation, Link, LinkDependencies } from './link.js';
import { listAllTools } from './list-all-tools.js';
import type { ToolList } from './list-all-tools.js';
import { localReason } from './local-failure.js';
import { openHttpLink } from './open-http-link.js';
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

/** How a call ended. */
export type CallOutcome =
  | { readonly ok: true; readonly answer: CarriedAnswer }
  | {
      readonly ok: false;
      readonly error: SluiceError;
      /** The connection is of no more use. */
      readonly isLost: boolean;
      /** The call cannot have run, so it may be sent again on a new connection. */
      readonly neverRan: boolean;
    };

/** A connection, or why there is none. */
export type OpenedConnection =
  | { readonly ok: true; readonly connection: Connection }
  | { readonly ok: false; readonly error: SluiceError; readonly stderrTail?: string };

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
      : await openHttpLink(transport, deps, signal);
  if (opened.ok) return { ok: true, connection: makeConnection(server, opened.link, deps) };
  const { why, stderrTail } = opened;
  const verb = transport.kind === 'stdio' ? 'start' : 'connect to';
  const message = deps.redact(`Cannot ${verb} upstream "${server.name}": ${why.reason}`);
  const error = new SluiceError('UPSTREAM_START', message, { hint: why.hint });
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

async function callTool(
  server: ServerDefinition,
  link: Link,
  deps: LinkDependencies,
  call: UpstreamCall,
  tool: UpstreamTool | undefined,
): Promise<CallOutcome> {
  const name = `"${call.rawName}" of upstream "${server.name}"`;
  const ended = new AbortController();
  let isLate = false;
  const timeUp = () => {
    isLate = true;
    ended.abort(`no answer within ${call.timeoutMs} ms`);
  };
  const cancel = () => ended.abort('cancelled by the caller');
  let stopTimer = deps.clock.schedule(call.timeoutMs, timeUp);
  const { onProgress } = call;
  const onprogress = onProgress && {
    onprogress: (progress: Parameters<typeof onProgress>[0]) => {
      // A server that reports is alive: the time starts afresh, within the bounds of the run.
      stopTimer();
      if (!ended.signal.aborted) stopTimer = deps.clock.schedule(call.timeoutMs, timeUp);
      onProgress(progress);
    },
  };
  if (call.signal.aborted) cancel();
  else call.signal.addEventListener('abort', cancel, { once: true });
  try {
    const answered = await link.client.callTool(
      { name: call.rawName, arguments: argumentsOf(call.args) },
      { signal: ended.signal, timeout: noTimeoutMs, ...onprogress, ...mirrored(link, tool) },
    );
    return { ok: true, answer: takeAnswer(answered) };
  } catch (error) {
    if (isLate)
      return failed(
        new SluiceError('CALL_TIMEOUT', `Tool ${name} did not answer within ${call.timeoutMs} ms`, {
          hint: 'It was cancelled there; a longer opts.timeoutMs gives it more time.',
        }),
      );
    if (call.signal.aborted)
      return failed(new SluiceError('CALL_CANCELLED', `The call of tool ${name} was cancelled`));
    return explainFailure(error, server, link, deps, call);
  } finally {
    stopTimer();
    call.signal.removeEventListener('abort', cancel);
  }
}

async function explainFailure(
  error: unknown,
  server: ServerDefinition,
  link: Link,
  deps: LinkDependencies,
  call: UpstreamCall,
): Promise<CallOutcome> {
  const data = error instanceof ProtocolError ? error.data : undefined;
  const reason = localReason(data);
  if (error instanceof ProtocolError && reason === undefined) {
    const code = error.code === -32602 ? 'TOOL_ARGUMENTS' : 'UPSTREAM_PROTOCOL';
    return failed(new SluiceError(code, deps.redact(error.message)));
  }
  const inner = reason ?? sluiceErrorIn(error) ?? questionIn(error);
  const why =
    inner === undefined
      ? await link.explain(error)
      : {
          code: inner.code,
          reason: inner.message,
          hint: inner.hint,
          isLost: false,
          neverRan: false,
        };
  const message = deps.redact(
    `Upstream "${server.name}" did not answer "${call.rawName}": ${why.reason}`,
  );
  const hint =
    why.hint ?? (why.neverRan ? undefined : 'The call may have run there; it was not sent again.');
  return {
    ok: false,
    error: new SluiceError(why.code, message, { hint, cause: error }),
    isLost: why.isLost,
    neverRan: why.neverRan,
  };
}

function failed(error: SluiceError): CallOutcome {
  return { ok: false, error, isLost: false, neverRan: false };
}

function sluiceErrorIn(error: unknown): SluiceError | undefined {
  if (error instanceof SluiceError) return error;
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof SluiceError ? cause : undefined;
}

/** `input_required` of 2026-07-28. */
function questionIn(error: unknown): SluiceError | undefined {
  if (!(error instanceof SdkError) || error.code !== SdkErrorCode.UnsupportedResultType)
    return undefined;
  return new SluiceError(
    'NOT_AVAILABLE',
    'it asks the user a question, which is not passed on yet',
    {
      hint: 'Use a tool that needs no further input.',
    },
  );
}

/** 2026-07-28 over HTTP repeats some arguments in headers, by the tool's input schema. */
function mirrored(link: Link, tool: UpstreamTool | undefined): { toolDefinition?: Tool } {
  if (tool === undefined || link.client.getProtocolEra() !== 'modern') return {};
  if (typeof tool.inputSchema !== 'object') return {};
  return {
    toolDefinition: { name: tool.rawName, inputSchema: tool.inputSchema } as unknown as Tool,
  };
}

function argumentsOf(args: Json): JsonObject {
  return typeof args === 'object' && args !== null && !Array.isArray(args)
    ? (args as JsonObject)
    : {};
}
