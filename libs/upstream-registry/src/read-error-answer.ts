import type { JSONRPCMessage } from '@modelcontextprotocol/client';

/** Of JSON-RPC 2.0: "Internal error". Stands in for a code that is no integer. */
const internalErrorCode = -32603;

/**
 * An error answer in the form that JSON-RPC 2.0 asks for, whatever the upstream sent in its place: the
 * SDK drops what breaks the form, and the call would wait for its timeout.
 */
export function readErrorAnswer(
  message: Extract<JSONRPCMessage, { error: unknown }>,
): JSONRPCMessage {
  const error: unknown = message.error;
  const { code, message: text, data } = isRecord(error) ? error : {};
  const isCode = typeof code === 'number' && Number.isSafeInteger(code);
  if (isCode && typeof text === 'string') return message;
  return {
    jsonrpc: '2.0',
    ...(message.id !== undefined && { id: message.id }),
    error: {
      code: isCode ? code : internalErrorCode,
      message: textOf(typeof error === 'string' ? error : text) ?? 'it failed and did not say why',
      ...(data !== undefined && { data }),
    },
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
