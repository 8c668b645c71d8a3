import { SluiceError } from '@sluice/contracts';
import { maxIntegerDigits, printJson } from '@sluice/json-text';
import type { Json } from '@sluice/contracts';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { createLineSplitter, edgesOf } from './line-splitter.js';
import type { OversizeLine, SplitLine } from './line-splitter.js';
import type { LinkDependencies } from './link.js';
import { localFailure } from './local-failure.js';
import { readMessageLine } from './read-message-line.js';
import type { UpstreamProcess } from './upstream-process.js';
import { countWhereMany, tooManyValues } from './value-limit.js';

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
 * @param limits an answer beyond them fails with `RESULT_TOO_LARGE`, alone where its id can be
 *   read, else the connection does
 * @param take gets each message and its size as it came; true when it is not the client's
 */
export function createStdioTransport(
  child: UpstreamProcess,
  limits: Pick<LinkDependencies, 'maxMessageBytes' | 'maxMessageValues'>,
  take: (message: JSONRPCMessage, sizeBytes: number) => boolean,
): StdioTransport {
  const { maxMessageBytes, maxMessageValues } = limits;
  const splitter = createLineSplitter(maxMessageBytes);
  let noiseLines = 0;
  let attached = false;

  const close = () => {
    if (!attached) return;
    attached = false;
    transport.onclose?.();
  };
  const deliver = (message: JSONRPCMessage, sizeBytes: number) => {
    if (take(message, sizeBytes)) return;
    try {
      transport.onmessage?.(message);
    } catch {
      noiseLines += 1; // The SDK throws on what it cannot print in its own error text.
    }
  };
  const takeLine = (line: SplitLine) => {
    if (line.kind === 'oversize')
      return refuse(line, tooManyBytes(line.sizeBytes, maxMessageBytes));
    const values = countWhereMany(line.bytes, maxMessageValues);
    if (values > maxMessageValues)
      return refuse(edgesOf(line.bytes), tooManyValues(values, maxMessageValues));
    const messages = readMessageLine(line.bytes);
    if (messages !== 'noise')
      return messages.forEach((message) => deliver(message, line.bytes.length));
    noiseLines += 1;
    // Whoever waits for this answer would wait until the time is up.
    const id = idOf(edgesOf(line.bytes));
    if (id !== undefined) deliver(localFailure(id, unreadable), 0);
  };
  const refuse = (line: Pick<OversizeLine, 'head' | 'tail'>, error: SluiceError) => {
    const id = idOf(line);
    if (id !== undefined) return deliver(localFailure(id, error), 0);
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
    send: async (message) => child.write(`${printJson(message as unknown as Json)}\n`),
    close: () => Promise.resolve(close()),
  };
  return transport;
}

const unreadable = new SluiceError(
  'UPSTREAM_PROTOCOL',
  `the upstream sent an answer that is no JSON, or that has an integer of more than ${maxIntegerDigits} digits`,
);

function tooManyBytes(sizeBytes: number, maxBytes: number): SluiceError {
  return new SluiceError(
    'RESULT_TOO_LARGE',
    `the upstream sent a message of ${sizeBytes} bytes; at most ${maxBytes} are taken`,
    { hint: 'Ask the tool for less at a time.' },
  );
}

/** The id of an answer whose middle was thrown away: servers print it first or last. */
function idOf({ head, tail }: Pick<OversizeLine, 'head' | 'tail'>): number | undefined {
  const first = /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,15})\s*,/.exec(
    head.toString(),
  );
  const last = /,\s*"id"\s*:\s*(\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
    tail.toString(),
  );
  const found = first?.[1] ?? last?.[1];
  return found === undefined ? undefined : Number(found);
}
