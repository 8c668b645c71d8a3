import { parseJson } from '@sluice/json-text';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';

const openBrace = 0x7b;
const openBracket = 0x5b;
const blanks = new Set([0x20, 0x09, 0x0d]);

/**
 * Reads one line of an upstream's stdout: the JSON-RPC 2.0 messages in it (several for a batch of
 * 2025-03-26), none for an empty line, or `noise` for anything else: a banner, a log line, JSON that
 * is no JSON-RPC. Bytes that are not UTF-8 become U+FFFD. Integers beyond 2^53 become `bigint`.
 */
export function readMessageLine(bytes: Buffer): readonly JSONRPCMessage[] | 'noise' {
  const start = bytes.findIndex((byte) => !blanks.has(byte));
  if (start < 0) return [];
  const first = bytes[start];
  if (first !== openBrace && first !== openBracket) return 'noise';
  return readMessageText(bytes.toString('utf8', start));
}

/** The messages in the text of a line. */
export function readMessageText(text: string): readonly JSONRPCMessage[] | 'noise' {
  try {
    const value: unknown = parse(text);
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
    return messages.length > 0 && messages.every(isMessage) ? messages : 'noise';
  } catch {
    return 'noise';
  }
}

/** Too deep for {@link parseJson} is not yet too deep for the caller who waits: a lost answer would hang it. */
function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof SyntaxError && error.cause instanceof RangeError) return JSON.parse(text);
    throw error;
  }
}

function isMessage(value: unknown): value is JSONRPCMessage {
  if (typeof value !== 'object' || value === null) return false;
  if (!('jsonrpc' in value) || value.jsonrpc !== '2.0') return false;
  if ('method' in value) return typeof value.method === 'string';
  return 'id' in value && ('result' in value || 'error' in value);
}
