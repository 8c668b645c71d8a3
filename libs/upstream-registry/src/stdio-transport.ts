import { SluiceError } from '@sluice/contracts';
import { printJson } from '@sluice/json-text';
import type { Json } from '@sluice/contracts';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { createLineSplitter } from './line-splitter.js';
import type { SplitLine } from './line-splitter.js';
import { localFailure } from './local-failure.js';
import { readMessageLine } from './read-message-line.js';
import type { UpstreamProcess } from './upstream-process.js';

/** The MCP stdio transport over a process that somebody else starts and ends. */
export interface StdioTransport extends Transport {
  /** Lines on stdout that were not protocol. */
  readonly noiseLines: number;
  /** The SDK knows a stdio transport by these two, and lets a silent probe fall back to `initialize`. */
  readonly pid: number | undefined;
  readonly stderr: null;
}

/**
 * Makes a stdio transport. `close` only detaches, so that a second negotiation can go on over the
 * same process; ending the process is its owner's. A line is joined and parsed once, whatever its
 * size, with all digits of long integers.
 *
 * @param maxLineBytes an answer beyond it fails with `RESULT_TOO_LARGE`, alone where its id can be
 *   read, else the connection does
 * @param onWireBytes told the size of each message as it came
 */
export function createStdioTransport(
  child: UpstreamProcess,
  maxLineBytes: number,
  onWireBytes: (message: JSONRPCMessage, sizeBytes: number) => void,
): StdioTransport {
  const splitter = createLineSplitter(maxLineBytes);
  let noiseLines = 0;
  let attached = false;

  const close = () => {
    if (!attached) return;
    attached = false;
    transport.onclose?.();
  };
  const deliver = (message: JSONRPCMessage, sizeBytes: number) => {
    onWireBytes(message, sizeBytes);
    try {
      transport.onmessage?.(message);
    } catch {
      noiseLines += 1; // The SDK throws on what it cannot print in its own error text.
    }
  };
  const takeLine = (line: SplitLine) => {
    if (line.kind === 'oversize') return takeOversize(line);
    const messages = readMessageLine(line.bytes);
    if (messages === 'noise') noiseLines += 1;
    else messages.forEach((message) => deliver(message, line.bytes.length));
  };
  const takeOversize = (line: Extract<SplitLine, { kind: 'oversize' }>) => {
    const error = new SluiceError(
      'RESULT_TOO_LARGE',
      `the upstream sent a message of ${line.sizeBytes} bytes; at most ${maxLineBytes} are taken`,
      { hint: 'Ask the tool for less at a time.' },
    );
    const id = idOf(line);
    if (id !== undefined) return deliver(localFailure(id, error), line.sizeBytes);
    transport.onerror?.(error);
    close();
  };

  child.readStdout((chunk) => splitter.push(chunk).forEach(takeLine));
  void child.exited.then(close);

  const transport: StdioTransport = {
    pid: child.pid,
    stderr: null,
    get noiseLines() {
      return noiseLines;
    },
    start: () => {
      attached = true;
      return Promise.resolve();
    },
    send: (message) => child.write(`${printJson(message as unknown as Json)}\n`),
    close: () => Promise.resolve(close()),
  };
  return transport;
}

/** The id of an answer whose middle was thrown away: servers print it first or last. */
function idOf({
  head,
  tail,
}: {
  readonly head: Buffer;
  readonly tail: Buffer;
}): number | undefined {
  const first = /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,15})\s*,/.exec(
    head.toString(),
  );
  const last = /,\s*"id"\s*:\s*(\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
    tail.toString(),
  );
  const found = first?.[1] ?? last?.[1];
  return found === undefined ? undefined : Number(found);
}
