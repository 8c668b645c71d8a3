import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Client, RequestOptions, Tool } from '@modelcontextprotocol/client';
import { onAbort, SluiceError } from '@sluice/contracts';
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
import type { Link, LinkDependencies } from './link.js';
import { localReason } from './local-failure.js';
import { passThrough } from './pass-through.js';
import type { SentCall } from './stdio-calls.js';
import { cancelled } from './upstream-refusals.js';

/** Kept of a server's own error message. */
const maxErrorCharacters = 8_192;

/** Longest secret that is looked for. */
const maxSecretCharacters = 8_192;

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

/**
 * Calls a tool over a link with a time limit of its own. Never rejects. With `onProgress`, each
 * progress note starts the time afresh; the upstream is told when it is given up.
 */
export async function callTool(
  server: ServerDefinition,
  link: Link,
  deps: LinkDependencies,
  call: UpstreamCall,
  tool: UpstreamTool | undefined,
): Promise<CallOutcome> {
  if (call.signal.aborted) return failed(cancelled(server, call.rawName));
  let isLate = false;
  const timeUp = () => {
    isLate = true;
    sent.giveUp(`no answer within ${call.timeoutMs} ms`);
  };
  const { onProgress } = call;
  const sent = send(link, call, tool, (progress) => {
    // A server that reports is alive: the time starts afresh, within the bounds of the run.
    stopTimer();
    stopTimer = deps.clock.schedule(call.timeoutMs, timeUp);
    const { message } = progress;
    onProgress?.(message === undefined ? progress : { ...progress, message: deps.redact(message) });
  });
  let stopTimer = deps.clock.schedule(call.timeoutMs, timeUp);
  const ignoreAbort = onAbort(call.signal, () => sent.giveUp('cancelled by the caller'));
  try {
    return { ok: true, answer: await sent.answer };
  } catch (error) {
    if (isLate) return failed(tooLate(server, call));
    if (call.signal.aborted) return failed(cancelled(server, call.rawName));
    return explainFailure(error, server, link, deps, call);
  } finally {
    stopTimer();
    ignoreAbort();
  }
}

function tooLate(server: ServerDefinition, { rawName, timeoutMs }: UpstreamCall): SluiceError {
  return new SluiceError(
    'CALL_TIMEOUT',
    `Tool "${rawName}" of upstream "${server.name}" did not answer within ${timeoutMs} ms`,
    { hint: 'It was cancelled there; a longer opts.timeoutMs gives it more time.' },
  );
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
    return failed(new SluiceError(code, boundedAndRedacted(error.message, deps.redact)));
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

/** An error message may be as large as any message. What stands across the cut is looked at as a whole. */
function boundedAndRedacted(text: string, redact: LinkDependencies['redact']): string {
  const clean = redact(text.slice(0, maxErrorCharacters + maxSecretCharacters));
  const moreCharacters = text.length - maxErrorCharacters;
  if (moreCharacters <= 0) return clean;
  return `${clean.slice(0, maxErrorCharacters)}… (${moreCharacters} more characters)`;
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
    { hint: 'Use a tool that needs no further input.' },
  );
}

/** Sends the request: past the SDK's client where the link can. Progress is asked for where the caller did. */
function send(
  { client, calls }: Link,
  call: UpstreamCall,
  tool: UpstreamTool | undefined,
  onProgress: NonNullable<UpstreamCall['onProgress']>,
): SentCall {
  const params = { name: call.rawName, arguments: argumentsOf(call.args) };
  const progress = call.onProgress && onProgress;
  if (calls !== undefined) return calls.send(params, progress);
  const ended = new AbortController();
  const options = {
    signal: ended.signal,
    timeout: noTimeoutMs,
    ...(progress && { onprogress: progress }),
  };
  return {
    answer: request(client, params, tool, options).then(takeAnswer),
    giveUp: (reason) => ended.abort(reason),
  };
}

/** `Client.callTool` is for 2026-07-28 alone; before it, it adds nothing to a request whose answer is carried past the SDK. */
function request(
  client: Client,
  params: { readonly name: string; readonly arguments: JsonObject },
  tool: UpstreamTool | undefined,
  options: RequestOptions,
): Promise<unknown> {
  return client.getProtocolEra() === 'modern'
    ? client.callTool(params, { ...options, ...mirrored(tool) })
    : client.request({ method: 'tools/call', params }, passThrough, options);
}

/** 2026-07-28 over HTTP repeats some arguments in headers, by the tool's input schema. */
function mirrored(tool: UpstreamTool | undefined): { toolDefinition?: Tool } {
  if (tool === undefined || typeof tool.inputSchema !== 'object') return {};
  return {
    toolDefinition: { name: tool.rawName, inputSchema: tool.inputSchema } as unknown as Tool,
  };
}

function argumentsOf(args: Json): JsonObject {
  return typeof args === 'object' && args !== null && !Array.isArray(args)
    ? (args as JsonObject)
    : {};
}
