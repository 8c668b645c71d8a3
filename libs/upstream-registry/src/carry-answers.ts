import { SluiceError } from '@sluice/contracts';
import type { Json } from '@sluice/contracts';
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import type { SizeOf } from './link.js';
import { localFailure } from './local-failure.js';
import { readErrorAnswer } from './read-error-answer.js';
import { readInitializeAnswer } from './read-initialize-answer.js';

/** The result of a request as the upstream sent it. */
export interface CarriedAnswer {
  readonly result: Json;
  /** Bytes on the wire, where the transport knows them. */
  readonly sizeBytes?: number;
  /** Levels of objects and arrays in the whole message, where they were counted. */
  readonly depth?: number;
}

/** Stand-ins that every revision's schema accepts; the real result travels beside them. */
const standIns: Readonly<Record<string, object>> = {
  'tools/list': { resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private' },
  'tools/call': { resultType: 'complete', content: [] },
};

const carriedKey = 'sluiceCarried';

/** What {@link carryAnswers} needs. */
export interface CarryOptions {
  readonly transport: Transport;
  /** Called when the transport closed, before the SDK fails what is pending. */
  readonly onClosed: () => void;
  /** Size on the wire of a message, where known. */
  readonly sizeOf?: SizeOf;
  /** Last change to a result, after the SDK's transport parsed it. */
  readonly finishResult?: (result: Json) => Json;
  /** Why an answer stream was ended on our side. */
  readonly takeStreamFailure?: () => SluiceError | undefined;
}

/**
 * Wraps a transport so that results of tools/list and tools/call pass the SDK unseen: it validates
 * them (one unknown content type or one odd tool would lose all), rebuilds them (unknown fields and
 * `__proto__` keys would go) and prints them into its errors (long integers would throw). It also
 * drops answers nobody waits for, fails a call whose HTTP answer stream ended without the answer
 * (the SDK waits for its timeout), and closes the HTTP request of a call that was given up.
 */
export function carryAnswers(options: CarryOptions): Transport {
  const { transport: inner, sizeOf, finishResult = (result: Json) => result } = options;
  const pending = new Map<string | number, { method: string; request?: AbortController }>();
  const isStdio = 'pid' in inner && 'stderr' in inner;

  const receive = (message: JSONRPCMessage) => {
    if ('method' in message) return outer.onmessage?.(message);
    const { id } = message;
    const waiting = id === undefined ? undefined : pending.get(id);
    if (id === undefined || waiting === undefined) return;
    pending.delete(id);
    const standIn = standIns[waiting.method];
    if (!('result' in message)) return outer.onmessage?.(readErrorAnswer(message));
    if (waiting.method === 'initialize')
      return outer.onmessage?.({ ...message, result: readInitializeAnswer(message.result) });
    if (standIn === undefined) return outer.onmessage?.(message);
    const carried: CarriedAnswer = {
      result: finishResult(message.result as unknown as Json),
      sizeBytes: sizeOf?.(message),
    };
    const isAsking = isRecord(message.result) && message.result['resultType'] === 'input_required';
    if (isAsking) return outer.onmessage?.(message);
    outer.onmessage?.({ jsonrpc: '2.0', id, result: { ...standIn, [carriedKey]: carried } });
  };

  const send = async (message: JSONRPCMessage, sending?: TransportSendOptions) => {
    if (!('method' in message)) return inner.send(message, sending);
    if (!('id' in message)) return sendNotification(message, sending);
    const { id, method } = message;
    // One pipe carries all: no request of its own to close, no stream of its own that ends.
    if (isStdio) return sendPlainly(id, message, sending);
    const request = new AbortController();
    pending.set(id, { method, request });
    const signals = [request.signal, ...(sending?.requestSignal ? [sending.requestSignal] : [])];
    sending?.requestSignal?.addEventListener('abort', () => pending.delete(id), { once: true });
    const onRequestStreamEnd = () => {
      sending?.onRequestStreamEnd?.();
      if (method === 'subscriptions/listen' || !pending.delete(id)) return;
      outer.onmessage?.(localFailure(id, options.takeStreamFailure?.() ?? streamEnded()));
    };
    try {
      await inner.send(message, {
        ...sending,
        requestSignal: AbortSignal.any(signals),
        onRequestStreamEnd,
      });
    } catch (error) {
      pending.delete(id);
      throw error;
    }
  };

  const sendPlainly = async (
    id: string | number,
    message: JSONRPCRequest,
    sending?: TransportSendOptions,
  ) => {
    pending.set(id, { method: message.method });
    try {
      await inner.send(message, sending);
    } catch (error) {
      pending.delete(id);
      throw error;
    }
  };

  /** A cancelled request's own HTTP request is closed once the upstream was told (2025: closing alone is no cancel). */
  const sendNotification = async (message: JSONRPCMessage, sending?: TransportSendOptions) => {
    const id = cancelledId(message);
    const cancelled = id === undefined ? undefined : pending.get(id);
    if (id !== undefined) pending.delete(id);
    try {
      await inner.send(message, sending);
    } finally {
      cancelled?.request?.abort();
    }
  };

  inner.onmessage = receive;
  inner.onerror = (error) => outer.onerror?.(error);
  inner.onclose = () => {
    options.onClosed();
    outer.onclose?.();
  };

  const outer: Transport = {
    start: () => inner.start(),
    send,
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
    get sessionId() {
      return inner.sessionId;
    },
    ...(inner.hasPerRequestStream !== undefined && {
      hasPerRequestStream: inner.hasPerRequestStream,
    }),
    // The SDK tells a stdio transport by these two properties.
    ...(isStdio && { pid: inner.pid, stderr: inner.stderr }),
  };
  return outer;
}

/** Takes the carried answer out of a result that the SDK returned. */
export function takeAnswer(result: unknown): CarriedAnswer {
  const carried = isRecord(result) ? result[carriedKey] : undefined;
  if (isRecord(carried) && 'result' in carried) return carried as unknown as CarriedAnswer;
  throw new SluiceError('INTERNAL', 'An answer came without what it carries');
}

function streamEnded(): SluiceError {
  return new SluiceError('UPSTREAM_CLOSED', 'connection closed before the answer');
}

function cancelledId(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
