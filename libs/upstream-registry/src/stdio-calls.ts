import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Json, JsonObject, UpstreamCall } from '@sluice/contracts';
import type { CarriedAnswer } from './carry-answers.js';
import { readErrorAnswer } from './read-error-answer.js';
import type { WireFacts } from './wire-facts.js';

/** A tool call that was sent. */
export interface SentCall {
  /** Rejects as a request of the SDK's client does. */
  readonly answer: Promise<CarriedAnswer>;
  /** Tells the upstream that nobody waits any more, and rejects the answer. Without effect once that is there. */
  giveUp(reason: string): void;
}

/** Tool calls over one pipe, beside the SDK's client. */
export interface StdioCalls {
  send(
    params: { readonly name: string; readonly arguments: JsonObject },
    onProgress: UpstreamCall['onProgress'],
  ): SentCall;
  /** Takes a message if it belongs to one of these calls; the others are the SDK's. */
  take(message: JSONRPCMessage, wire: WireFacts): boolean;
  /** The pipe is gone: fails what is pending, and what still comes. */
  end(): void;
}

/** The SDK's client counts up from 0 over the same pipe. Fits in 32 bits, for servers that keep ids in so many. */
const firstId = 1_000_000_000;

interface PendingCall {
  readonly resolve: (answer: CarriedAnswer) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: UpstreamCall['onProgress'];
}

/**
 * Makes the tool calls of a stdio upstream of 2025-11-25 and before: the same messages as the SDK's
 * client would send, past its schemas, timers and signals, which cost more than all the rest of a
 * call. Results are nobody's to validate here: they are read as they come by `unwrapResult`.
 *
 * @param write puts a message into the pipe; rejects when it is gone
 */
export function createStdioCalls(write: (message: JSONRPCMessage) => Promise<void>): StdioCalls {
  const pending = new Map<number, PendingCall>();
  let nextId = firstId;
  let isOver = false;

  const settle = (id: number): PendingCall | undefined => {
    const call = pending.get(id);
    pending.delete(id);
    return call;
  };

  return {
    send(params, onProgress) {
      const id = nextId;
      nextId += 1;
      const withToken = onProgress ? { ...params, _meta: { progressToken: id } } : params;
      const answer = new Promise<CarriedAnswer>((resolve, reject) => {
        pending.set(id, { resolve, reject, onProgress });
        const message = { jsonrpc: '2.0', id, method: 'tools/call', params: withToken } as const;
        // Not every pipe that is closed refuses what is written to it.
        if (isOver) return settle(id)?.reject(closedError());
        write(message).catch((error: unknown) => settle(id)?.reject(error as Error));
      });
      return {
        answer,
        giveUp(reason) {
          const call = settle(id);
          if (call === undefined) return;
          const method = 'notifications/cancelled';
          void write({ jsonrpc: '2.0', method, params: { requestId: id, reason } }).catch(ignore);
          call.reject(new SdkError(SdkErrorCode.RequestTimeout, reason));
        },
      };
    },
    take(message, wire) {
      if ('method' in message) return takeProgress(message);
      const { id } = message;
      if (typeof id !== 'number' || id < firstId) return false;
      const call = settle(id);
      if ('result' in message)
        call?.resolve({ result: message.result as unknown as Json, ...wire });
      else call?.reject(errorOf(message));
      return true;
    },
    end() {
      isOver = true;
      const calls = [...pending.values()];
      pending.clear();
      for (const { reject } of calls) reject(closedError());
    },
  };

  function takeProgress({ method, params }: Extract<JSONRPCMessage, { method: string }>): boolean {
    const token = params?.['progressToken'];
    if (method !== 'notifications/progress' || typeof token !== 'number' || token < firstId)
      return false;
    const { progress, total, message } = params ?? {};
    if (typeof progress === 'number')
      pending.get(token)?.onProgress?.({
        progress,
        ...(typeof total === 'number' && { total }),
        ...(typeof message === 'string' && { message }),
      });
    return true;
  }
}

function closedError(): SdkError {
  return new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed');
}

function errorOf(message: Extract<JSONRPCMessage, { error: unknown }>): Error {
  const answer = readErrorAnswer(message) as Extract<JSONRPCMessage, { error: unknown }>;
  const { code, message: text, data } = answer.error;
  return ProtocolError.fromError(code, text, data);
}

function ignore(): void {
  // The pipe is gone, and with it whoever was to be told.
}
