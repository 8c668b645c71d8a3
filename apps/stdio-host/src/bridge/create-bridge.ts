import { httpRequest } from './http-request.js';
import { messageHead, type MessageHead } from './message-head.js';
import { readAnswers } from './read-answers.js';

/** What {@link createBridge} needs. */
export interface BridgeOptions {
  /** Where MCP is served, on loopback. */
  readonly url: string;
  readonly apiKey: string;
  /** Takes one message for the client, as JSON text on one line. */
  readonly toClient: (message: string) => void;
}

/** Carries the messages of one client to a server over Streamable HTTP, and what comes back. */
export interface Bridge {
  /** Takes one message of the client, as JSON text. Never rejects: what fails is answered. */
  fromClient(message: string): void;
  /** Settles when what is open has been answered. */
  idle(): Promise<void>;
  /** Breaks off what is open, and ends the session. Idempotent. */
  close(): Promise<void>;
}

/**
 * Makes one, for both generations of the protocol: with sessions and a stream of notices (2025-11-25 and older), and with a
 * revision in each message (2026-07-28). Messages are handed on as they are, with all their digits. Where the server has
 * forgotten the session, for it was started again, the client's `initialize` is said once more.
 */
export function createBridge({ url, apiKey, toClient }: BridgeOptions): Bridge {
  const closing = new AbortController();
  const open = new Map<string | number, AbortController>();
  const pending = new Set<Promise<void>>();
  let initialize: string | undefined;
  let sessionId: string | undefined;
  let version: string | undefined;
  let renewal: Promise<boolean> | undefined;
  // What follows `initialize` needs the session that it opens.
  let ready: Promise<void> = Promise.resolve();

  const post = (text: string, head: MessageHead, signal: AbortSignal) =>
    httpRequest(url, {
      method: 'POST',
      headers: {
        ...common(head.revision),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(head.revision !== undefined && namesOf(head)),
      },
      body: text,
      signal,
    });

  const common = (revision = version) => ({
    authorization: `Bearer ${apiKey}`,
    ...(revision !== undefined && { 'mcp-protocol-version': revision }),
    ...(sessionId !== undefined && { 'mcp-session-id': sessionId }),
  });

  const carry = async (text: string, head: MessageHead, signal: AbortSignal): Promise<void> => {
    const used = sessionId;
    let response = await post(text, head, signal);
    if (response.status === 404 && used !== undefined && head.method !== 'initialize') {
      await response.body?.cancel();
      if (await renew(used)) response = await post(text, head, signal);
    }
    if (head.method === 'initialize') opened(response);
    if (!response.ok) return refuse(head, await refusalOf(response));
    let isAnswered = false;
    for await (const message of readAnswers(response)) {
      const answer = messageHead(message);
      if (head.method === 'initialize') version = answer?.protocolVersion ?? version;
      if (answer?.method === undefined && answer?.id === head.id) isAnswered = true;
      toClient(message);
    }
    if (!isAnswered && !signal.aborted) refuse(head, lost);
  };

  const opened = (response: Response) => {
    sessionId = response.headers.get('mcp-session-id') ?? undefined;
    if (sessionId !== undefined) void listen(sessionId);
  };

  /** Notices that belong to no request. Where the stream ends, the next message finds out why. */
  const listen = async (session: string): Promise<void> => {
    try {
      const headers = { ...common(), accept: 'text/event-stream' };
      const response = await httpRequest(url, { method: 'GET', headers, signal: closing.signal });
      if (!response.ok) return void (await response.body?.cancel());
      for await (const message of readAnswers(response))
        if (session === sessionId) toClient(message);
    } catch {
      // Closed, or gone.
    }
  };

  /** Opens a session in place of one that the server has forgotten; once for all that notice. */
  const renew = (forgotten: string): Promise<boolean> => {
    if (sessionId !== forgotten) return renewal ?? Promise.resolve(true);
    sessionId = undefined;
    renewal = openAnew().catch(() => false);
    void renewal.then((isOpen) => {
      // The next message tries again.
      if (!isOpen) sessionId = forgotten;
    });
    return renewal;
  };

  const openAnew = async (): Promise<boolean> => {
    if (initialize === undefined) return false;
    const response = await post(initialize, {}, closing.signal);
    if (!response.ok) return false;
    opened(response);
    await response.text();
    const started = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
    await (await post(started, {}, closing.signal)).text();
    return true;
  };

  const refuse = ({ id, method }: MessageHead, { code, message }: Refusal) => {
    if (id === undefined || method === undefined) return;
    toClient(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }));
  };

  const take = async (text: string, head: MessageHead): Promise<void> => {
    const own = new AbortController();
    const signal = AbortSignal.any([own.signal, closing.signal]);
    if (head.method !== undefined && head.id !== undefined) open.set(head.id, own);
    try {
      if (head.method === 'initialize') initialize = text;
      else await ready;
      await carry(text, head, signal);
    } catch (error) {
      if (!signal.aborted) refuse(head, isUnreachable(error) ? unreachable : lost);
    } finally {
      if (head.id !== undefined && open.get(head.id) === own) open.delete(head.id);
    }
  };

  return {
    fromClient(text) {
      const head = messageHead(text);
      // A line that is no JSON is no protocol: a banner, a stray print.
      if (head === undefined) return;
      const job = take(text, head);
      if (head.method === 'initialize') ready = job;
      pending.add(job);
      void job.finally(() => pending.delete(job));
      // In the newer revision the end of the answer's stream is what cancels.
      if (
        head.method === 'notifications/cancelled' &&
        head.requestId !== undefined &&
        version === undefined
      )
        open.get(head.requestId)?.abort();
    },
    async idle() {
      while (pending.size > 0) await Promise.allSettled(pending);
    },
    async close() {
      if (closing.signal.aborted) return;
      closing.abort();
      await Promise.allSettled(pending);
      if (sessionId === undefined) return;
      const signal = AbortSignal.timeout(endMs);
      await httpRequest(url, { method: 'DELETE', headers: common(), signal }).catch(ignore);
    },
  };
}

/** Time for the server to hear that the session has ended, in milliseconds. */
const endMs = 1000;

function ignore(): void {
  // It has gone too.
}

/** The headers that repeat parts of a message of 2026-07-28 ("Standard headers"). */
function namesOf({ method, name }: MessageHead): Record<string, string> {
  return {
    ...(method !== undefined && { 'mcp-method': method }),
    ...(name !== undefined && { 'mcp-name': headerText(name) }),
  };
}

/** What is more than visible ASCII is wrapped, as the revision says. */
function headerText(text: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(text) && !text.startsWith('=?base64?')) return text;
  return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

interface Refusal {
  /** As jsmcp numbers them: -32001 lost while it worked, -32002 not there. */
  readonly code: number;
  readonly message: string;
}

const lost: Refusal = {
  code: -32001,
  message:
    'The daemon went away while it worked on this: what was done is not known. Look at the state of things before you try again.',
};
const unreachable: Refusal = {
  code: -32002,
  message: 'The daemon does not answer. Start it with "sluice daemon", and try again.',
};

async function refusalOf(response: Response): Promise<Refusal> {
  const text = (await response.text()).slice(0, 1000);
  const answer = messageError(text);
  return {
    code: answer.code ?? -32000,
    message: answer.message ?? `The daemon answered with the status ${response.status}`,
  };
}

function messageError(text: string): Partial<Refusal> {
  try {
    const { error } = JSON.parse(text) as { readonly error?: unknown };
    if (typeof error === 'string') return { message: error };
    const { code, message } = error as Record<string, unknown>;
    return {
      ...(typeof code === 'number' && { code }),
      ...(typeof message === 'string' && { message }),
    };
  } catch {
    return {};
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';
}
