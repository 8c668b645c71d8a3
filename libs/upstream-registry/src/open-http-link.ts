import {
  SSEClientTransport,
  SdkError,
  SdkErrorCode,
  SseError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { Transport } from '@modelcontextprotocol/client';
import type { HttpDefinition } from '@sluice/contracts';
import { carryAnswers } from './carry-answers.js';
import { createClient, noTimeoutMs } from './create-client.js';
import { explainHttpFailure, httpStatusOf } from './explain-http-failure.js';
import { createHttpFetch } from './http-fetch.js';
import type { HttpFetch } from './http-fetch.js';
import type { LinkDependencies, OpenedLink } from './link.js';
import { createLongIntegers } from './long-integers.js';
import { untilAborted } from './until-aborted.js';

/** An old server may never answer `server/discover`; then `initialize` is tried. */
const probeTimeoutMs = 5_000;

/** The goodbye to a session is not worth a longer wait. */
const goodbyeMs = 1_000;

type Way = 'streamable' | 'streamable-legacy' | 'sse';

/**
 * Connects to a remote upstream: Streamable HTTP with negotiation of the revision, again with plain
 * `initialize` where the probe itself was the trouble, and the older HTTP with SSE where the server
 * answers 4xx to Streamable HTTP (2025-11-25, transports, backwards compatibility).
 *
 * @returns why not, where it did not work. Rejects only when `signal` is aborted.
 */
export async function openHttpLink(
  definition: HttpDefinition,
  deps: LinkDependencies,
  signal: AbortSignal,
): Promise<OpenedLink> {
  if (!URL.canParse(definition.url) || !/^https?:/i.test(definition.url)) return noUrl();
  const first = await tryWay(
    definition.mode === 'sse' ? 'sse' : 'streamable',
    definition,
    deps,
    signal,
  );
  if (first.ok || definition.mode === 'sse') return first;
  const second = mayBeProbe(first.error)
    ? await tryWay('streamable-legacy', definition, deps, signal)
    : first;
  if (second.ok || definition.mode === 'streamable' || !mayBeSse(second.error)) return second;
  const third = await tryWay('sse', definition, deps, signal);
  return third.ok ? third : second;
}

function noUrl(): OpenedLink {
  const why = {
    code: 'UPSTREAM_START',
    reason: 'its url is not an http or https address',
    hint: 'Set url to a whole address, as in "https://host/mcp".',
    isLost: true,
    neverRan: true,
  } as const;
  return { ok: false, why };
}

type Tried =
  Extract<OpenedLink, { ok: true }> | (Extract<OpenedLink, { ok: false }> & { error: unknown });

async function tryWay(
  way: Way,
  definition: HttpDefinition,
  deps: LinkDependencies,
  signal: AbortSignal,
): Promise<Tried> {
  const integers = createLongIntegers();
  const http = createHttpFetch({
    ...deps,
    finishBody: integers.unmarkText,
    rewriteEvent: integers.markText,
  });
  const transport = makeTransport(way, definition, http, deps);
  const client = createClient(
    deps,
    way === 'streamable' ? { mode: 'auto', probe: { timeoutMs: probeTimeoutMs } } : undefined,
  );
  let isClosed = false;
  let resolveClosed = (): void => undefined;
  const closed = new Promise<void>((resolve) => {
    resolveClosed = resolve;
  });
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await sayGoodbye(transport);
    await client.close().catch(() => undefined);
    await http.close().catch(() => undefined);
    resolveClosed();
  };
  const carried = carryAnswers({
    transport: marking(transport, integers.mark),
    onClosed: resolveClosed,
    finishResult: integers.unmark,
    takeStreamFailure: http.takeStreamFailure,
  });
  try {
    await untilAborted(client.connect(carried, { timeout: noTimeoutMs }), signal);
  } catch (error) {
    isClosed = true;
    await transport.close().catch(() => undefined);
    await http.close().catch(() => undefined);
    if (signal.aborted) throw signal.reason;
    return { ok: false, error, why: explainHttpFailure(error, http) };
  }
  // A new event stream of the old transport is a new session that nobody initialised.
  client.onerror = (error) => {
    if (error instanceof SseError) void client.close().catch(() => undefined);
  };
  return {
    ok: true,
    link: {
      client,
      closed,
      close,
      noiseLines: () => 0,
      stderrTail: () => undefined,
      explain: (error) => Promise.resolve(explainHttpFailure(error, http)),
    },
  };
}

function makeTransport(
  way: Way,
  definition: HttpDefinition,
  http: HttpFetch,
  deps: LinkDependencies,
): StreamableHTTPClientTransport | SSEClientTransport {
  const url = new URL(definition.url);
  const options = { fetch: http.fetch, requestInit: { headers: { ...definition.headers } } };
  if (way === 'sse') return new SSEClientTransport(url, options);
  return new StreamableHTTPClientTransport(url, {
    ...options,
    reconnectionOptions: {
      initialReconnectionDelay: 1_000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 2,
      maxRetries: 4,
    },
    // The server names the delay; it may be absurd.
    reconnectionScheduler: (reconnect, delayMs) =>
      deps.clock.schedule(Math.min(Math.max(delayMs, 100), 30_000), reconnect),
  });
}

/** The SDK prints with `JSON.stringify`, which refuses long integers. */
function marking(transport: Transport, mark: <T>(value: T) => T): Transport {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(mark(message), options);
  return transport;
}

async function sayGoodbye(transport: Transport): Promise<void> {
  if (!(transport instanceof StreamableHTTPClientTransport)) return;
  if (transport.sessionId === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, goodbyeMs);
  });
  await Promise.race([transport.terminateSession().catch(() => undefined), late]);
  clearTimeout(timer);
}

/** Silence, a 5xx or an answer of no use to `server/discover` may come from a server that only knows `initialize`. */
function mayBeProbe(error: unknown): boolean {
  const status = httpStatusOf(error);
  if (status !== undefined) return status >= 500;
  if (!(error instanceof SdkError)) return false;
  return error.code === SdkErrorCode.RequestTimeout || /unusable reply/.test(error.message);
}

function mayBeSse(error: unknown): boolean {
  const status = httpStatusOf(error) ?? 0;
  return status >= 400 && status < 500 && ![401, 403, 429].includes(status);
}
