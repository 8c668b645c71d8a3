import { Agent, EnvHttpProxyAgent, fetch as undiciFetch } from 'undici';
import type { Clock } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import { parseJson } from '@sluice/json-text';
import type { FetchLike } from '@modelcontextprotocol/client';
import { guardEvents } from './guard-events.js';
import { retryAfterMs } from './retry-after.js';
import { countWhereMany, tooManyValues } from './value-limit.js';

/** The `fetch` of one HTTP upstream, and what it remembers for error texts. */
export interface HttpFetch {
  readonly fetch: FetchLike;
  /** The last request that got no response at all; the SDK's SSE transport loses the reason. */
  readonly lastFailure: () => unknown;
  /** The last redirect that came, with its target where it named one. */
  readonly lastRedirect: () => { readonly status: number; readonly target?: string } | undefined;
  /** Why we ended an event stream, once. */
  readonly takeStreamFailure: () => SluiceError | undefined;
  /** Closes every socket. */
  readonly close: () => Promise<void>;
}

/** What {@link createHttpFetch} needs. */
export interface HttpFetchOptions {
  readonly clock: Clock;
  /** For HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Largest JSON body or single event, in bytes. */
  readonly maxMessageBytes: number;
  /** Most values of JSON in it. */
  readonly maxMessageValues: number;
  /** Last change to a request body, after the SDK printed it. */
  readonly finishBody: (body: string) => string;
  /** First change to the data of an event, before the SDK parses it; undefined leaves it. */
  readonly rewriteEvent: (data: string) => string | undefined;
}

/** Repeats of one request that the server asked for by 429 or 503. */
const maxRepeats = 3;

/**
 * Makes the `fetch` under the SDK's HTTP transports. Beyond the plain one it waits out a 429 or 503
 * with a short `Retry-After` (the request was refused, so nothing is done twice), limits answers,
 * reads JSON with all digits, uses the proxy variables, and has none of the hidden 300-second
 * timeouts of Node's own: a tool may think longer.
 */
export function createHttpFetch(options: HttpFetchOptions): HttpFetch {
  const { clock, maxMessageBytes, maxMessageValues } = options;
  const dispatcher = makeDispatcher(options.environment);
  let failure: unknown;
  let streamFailure: SluiceError | undefined;
  let redirect: { status: number; target?: string } | undefined;

  const once: FetchLike = async (url, init) => {
    try {
      const body = typeof init?.body === 'string' ? options.finishBody(init.body) : init?.body;
      const request = { ...init, body, dispatcher } as Parameters<typeof undiciFetch>[1];
      return (await undiciFetch(url, request)) as unknown as Response;
    } catch (error) {
      failure = error;
      throw error;
    }
  };

  const fetchPatiently: FetchLike = async (url, init) => {
    for (let repeats = 0; ; repeats += 1) {
      const response = await once(url, init);
      const isBusy = response.status === 429 || response.status === 503;
      const waitMs = isBusy
        ? retryAfterMs(response.headers.get('retry-after'), clock.now())
        : undefined;
      if (waitMs === undefined || repeats === maxRepeats) return response;
      await response.text().catch(() => undefined);
      await pause(clock, waitMs, init?.signal ?? undefined);
    }
  };

  /** Limits what an answer may hold, and keeps its long integers. */
  const guard = (response: Response): Response => {
    const { body, headers, status, statusText } = response;
    if (body === null) return response;
    if (/^\s*text\/event-stream/i.test(headers.get('content-type') ?? '')) {
      const onFailure = (error: SluiceError) => {
        streamFailure = error;
      };
      const events = body.pipeThrough(
        guardEvents({
          maxLineBytes: maxMessageBytes,
          maxValues: maxMessageValues,
          rewrite: options.rewriteEvent,
          onFailure,
        }),
      );
      return new Response(events, { status, statusText, headers: [...headers] });
    }
    const read = () => limitedBytes(body, maxMessageBytes);
    Object.defineProperty(response, 'text', { value: async () => decode(await read()) });
    Object.defineProperty(response, 'json', {
      value: async () => parseLimited(await read(), maxMessageValues),
    });
    return response;
  };

  return {
    fetch: async (url, init) => {
      const response = await fetchPatiently(url, init);
      const { status } = response;
      if (status >= 300 && status < 400) redirect = { status, ...targetOf(response, url) };
      return guard(response);
    },
    lastFailure: () => failure,
    lastRedirect: () => redirect,
    takeStreamFailure: () => {
      const taken = streamFailure;
      streamFailure = undefined;
      return taken;
    },
    close: () => dispatcher.destroy(),
  };
}

function makeDispatcher(
  environment: Readonly<Record<string, string | undefined>>,
): Agent | EnvHttpProxyAgent {
  const unlimited = { headersTimeout: 0, bodyTimeout: 0 };
  const variable = (name: string) => environment[name.toLowerCase()] ?? environment[name];
  const httpProxy = variable('HTTP_PROXY');
  const httpsProxy = variable('HTTPS_PROXY');
  if (!httpProxy && !httpsProxy) return new Agent(unlimited);
  return new EnvHttpProxyAgent({
    ...unlimited,
    httpProxy: httpProxy ?? '',
    httpsProxy: httpsProxy ?? httpProxy ?? '',
    noProxy: variable('NO_PROXY') ?? '',
  });
}

/** The target without its query, which may hold a secret. */
function targetOf(response: Response, url: string | URL): { target?: string } {
  const location = response.headers.get('location');
  if (location === null || !URL.canParse(location, String(url))) return {};
  const target = new URL(location, url);
  return { target: target.origin + target.pathname };
}

function parseLimited(bytes: Uint8Array, maxValues: number): unknown {
  const values = countWhereMany(bytes, maxValues);
  if (values > maxValues) throw tooManyValues(values, maxValues);
  return parseJson(decode(bytes));
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

async function limitedBytes(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes)
      throw new SluiceError(
        'RESULT_TOO_LARGE',
        `the upstream sent an answer of more than ${maxBytes} bytes`,
        { hint: 'Ask the tool for less at a time.' },
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      cancel();
      reject(signal?.reason as Error);
    };
    const cancel = clock.schedule(ms, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
