import { ProtocolError, SdkError, SdkHttpError, SseError } from '@modelcontextprotocol/client';
import type { Explanation } from './link.js';
import { quoteUpstream } from './quote-upstream.js';

/** What the fetch remembers; see `HttpFetch`. */
export interface HttpMemory {
  readonly lastFailure: () => unknown;
  readonly lastRedirect: () => { readonly status: number; readonly target?: string } | undefined;
}

/** What a failure over HTTP means: by status, by network error code, or by the SDK's own word. */
export function explainHttpFailure(error: unknown, memory: HttpMemory): Explanation {
  if (error instanceof ProtocolError)
    return {
      code: 'UPSTREAM_PROTOCOL',
      reason: `it answered with error ${error.code}: ${quoteUpstream(error.message)}`,
      isLost: false,
      neverRan: false,
    };
  const status = httpStatusOf(error);
  if (status !== undefined) return explainStatus(status, error, memory);
  const network = networkErrorOf(error) ?? networkErrorOf(memory.lastFailure());
  if (network !== undefined) return explainNetwork(network);
  if (/bad port/.test(causesOf(error, memory.lastFailure())))
    return {
      code: 'UPSTREAM_CLOSED',
      reason: 'its port is one that HTTP clients refuse to use (bad port)',
      hint: 'Let the server listen on another port, and set it in url.',
      isLost: true,
      neverRan: true,
    };
  return {
    code: error instanceof SdkError ? 'UPSTREAM_CLOSED' : 'UPSTREAM_PROTOCOL',
    reason:
      error instanceof SdkError
        ? 'connection closed before the answer'
        : 'its answer was not understood',
    isLost: error instanceof SdkError,
    neverRan: false,
  };
}

/** The HTTP status behind an SDK error; undefined where there was no response. */
export function httpStatusOf(error: unknown): number | undefined {
  if (error instanceof SdkHttpError) return error.data.status;
  if (error instanceof SseError) return error.code;
  const status = /\(HTTP (\d{3})\)/.exec(error instanceof Error ? error.message : '')?.[1];
  return status === undefined ? undefined : Number(status);
}

function explainStatus(status: number, error: unknown, memory: HttpMemory): Explanation {
  const refused = { code: 'UPSTREAM_PROTOCOL', isLost: false, neverRan: false } as const;
  if (status === 401)
    return {
      ...refused,
      reason: 'the server wants a login (HTTP 401)',
      hint: 'Logging in (OAuth) is not supported yet; set a token in headers, as in "Authorization": "Bearer …".',
    };
  if (status === 403)
    return {
      ...refused,
      reason: 'the server refuses access (HTTP 403)',
      hint: 'Check the headers of this server.',
    };
  if (status >= 300 && status < 400) return explainRedirect(status, memory);
  const said = bodyMessage(error);
  if (status === 404 || (status === 400 && /session/i.test(said)))
    return {
      ...refused,
      reason: `the server does not know the session or the address (HTTP ${status})`,
      hint: 'Check the url of this server.',
      isLost: true,
      neverRan: true,
    };
  return {
    ...refused,
    reason: `the server answered HTTP ${status}${said === '' ? '' : `: ${quoteUpstream(said)}`}`,
  };
}

function explainRedirect(status: number, memory: HttpMemory): Explanation {
  const target = memory.lastRedirect()?.target;
  const where = target === undefined ? 'elsewhere' : `to "${target}"`;
  return {
    code: 'UPSTREAM_PROTOCOL',
    reason: `the server redirects ${where} (HTTP ${status}), and a redirect that changes the method or the origin is not followed`,
    hint:
      target === undefined
        ? 'Set url to the final address.'
        : `Set url to "${target}", if that is the server you mean.`,
    isLost: false,
    neverRan: true,
  };
}

/** The message of a JSON-RPC or plain JSON error body; other bodies (HTML pages) say nothing. */
function bodyMessage(error: unknown): string {
  const text = error instanceof SdkHttpError ? error.data.text : undefined;
  if (typeof text !== 'string') return '';
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('error' in body)) return '';
    const said = body.error;
    if (typeof said === 'string') return said;
    if (typeof said !== 'object' || said === null || !('message' in said)) return '';
    return typeof said.message === 'string' ? said.message : '';
  } catch {
    return '';
  }
}

function causesOf(...errors: readonly unknown[]): string {
  return errors
    .flatMap((error) => (error instanceof Error ? [error.message, String(error.cause)] : []))
    .join('\n');
}

interface NetworkError {
  readonly code: string;
  readonly message: string;
  readonly hostname?: string;
}

const networkCode =
  /^(?:E[A-Z]{3,}|UND_ERR_\w+|ERR_(?:SSL|TLS)\w*|CERT_\w+|DEPTH_\w+|SELF_SIGNED\w*|UNABLE_TO_\w+)$/;
const tlsCode = /^(?:EPROTO|ERR_(?:SSL|TLS)|CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_)/;

/** The system error at the bottom of a chain of causes. */
function networkErrorOf(error: unknown, depth = 0): NetworkError | undefined {
  if (typeof error !== 'object' || error === null || depth > 8) return undefined;
  const { code, message, hostname, cause, errors } = error as Partial<
    Record<'code' | 'message' | 'hostname' | 'cause' | 'errors', unknown>
  >;
  if (typeof code === 'string' && networkCode.test(code))
    return {
      code,
      message: String(message),
      ...(typeof hostname === 'string' && { hostname }),
    };
  const inner = [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  for (const next of inner) {
    const found = networkErrorOf(next, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function explainNetwork({ code, message, hostname }: NetworkError): Explanation {
  const closed = { code: 'UPSTREAM_CLOSED', isLost: true } as const;
  if (tlsCode.test(code))
    return {
      ...closed,
      neverRan: true,
      reason: `the TLS connection failed (${code}: ${quoteUpstream(message)})`,
      hint: 'If a proxy opens TLS here or the server has a private CA, name the CA certificate file in NODE_EXTRA_CA_CERTS; if the server speaks plain HTTP, use http:// in its url.',
    };
  switch (code) {
    case 'ECONNREFUSED':
      return {
        ...closed,
        neverRan: true,
        reason: 'the connection was refused (ECONNREFUSED)',
        hint: 'Start the server, or correct the port in its url.',
      };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        ...closed,
        neverRan: true,
        reason: `the host ${hostname === undefined ? '' : `"${hostname}" `}was not found (${code})`,
        hint: 'Check the host name in the url, and the network.',
      };
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return {
        ...closed,
        neverRan: code !== 'ETIMEDOUT',
        reason: `the server could not be reached (${code})`,
        hint: 'Check the url, the network, and HTTP_PROXY or HTTPS_PROXY where a proxy is needed.',
      };
    default:
      return {
        ...closed,
        neverRan: false,
        reason: `connection closed before the answer (${code})`,
      };
  }
}
