import { SluiceError } from '@sluice/contracts';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/**
 * An answer that we make up for a request whose real answer cannot come. The reason travels as an
 * object in `error.data`, which no upstream can forge in JSON; {@link localReason} takes it out.
 */
export function localFailure(id: string | number, reason: SluiceError): JSONRPCMessage {
  return { jsonrpc: '2.0', id, error: { code: -32000, message: reason.message, data: { reason } } };
}

/** The reason inside the `data` of an error that {@link localFailure} made. */
export function localReason(data: unknown): SluiceError | undefined {
  if (typeof data !== 'object' || data === null || !('reason' in data)) return undefined;
  return data.reason instanceof SluiceError ? data.reason : undefined;
}
