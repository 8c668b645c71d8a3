import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import type { RequestStateCodec } from '@modelcontextprotocol/server';

/** What a client carries from one turn to the next (`requestState` of MCP 2026-07-28). */
export interface RequestState {
  readonly resume: string;
  readonly sessionId: string;
}

/** Seals and opens it. */
export type RequestStates = RequestStateCodec<RequestState>;

/** Longer than any question waits (`consent.timeoutSeconds` is a day at most), in seconds. */
const ttlSeconds = 90_000;

/**
 * Makes the seal: HMAC-SHA256 under a key that this process alone has, bound to the principal of the
 * request. A state that is forged, altered or another principal's is refused before any tool sees it.
 */
export function createRequestStates(): RequestStates {
  return createRequestStateCodec<RequestState>({
    key: randomBytes(32),
    ttlSeconds,
    bind: ({ http }) => http?.authInfo?.clientId ?? '',
  });
}
