import { SluiceError } from '@sluice/contracts';
import { isJsonLonger, jsonPieces, maxIntegerDigits, printJson } from '@sluice/json-text';
import type { Json } from '@sluice/contracts';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { createLineSplitter, edgesOf, edgesOfChunks } from './line-splitter.js';
import type { OversizeLine, SplitLine, WholeLine } from './line-splitter.js';
import type { LinkDependencies } from './link.js';
import { localFailure } from './local-failure.js';
import { readLongLine } from './read-long-line.js';
import { readMessageLine } from './read-message-line.js';
import type { UpstreamProcess } from './upstream-process.js';
import { countWhereMany, tooManyValues } from './value-limit.js';
import type { WireFacts } from './wire-facts.js';

/** The MCP stdio transport over a process that somebody else starts and ends. */
export interface StdioTransport extends Transport {
  /** Lines on stdout that were not protocol. */
  readonly noiseLines: number;
  /** Settles when the process has ended and all that it said was delivered. */
  readonly exited: Promise<void>;
  /** The SDK knows a stdio transport by these two, and lets a silent probe fall back to `initialize`. */
  readonly pid: number | undefined;
  readonly stderr: null;
}

/**
 * Makes a stdio transport. `close` only detaches, so that a second negotiation can go on over the
 * same process; ending the process is its owner's. A line is parsed once, whatever its size, with all digits of long
 * integers. Long ones are read and written in turns between which others are served, in order with all the rest.
 *
 * @param limits an answer beyond them fails with `RESULT_TOO_LARGE`, alone where its id can be
 *   read, else the connection does
 * @param take gets each message and its size as it came; true when it is not the client's
 */
export function createStdioTransport(
  child: UpstreamProcess,
  limits: Pick<LinkDependencies, 'maxMessageBytes' | 'maxMessageValues' | 'clock'>,
  take: (message: JSONRPCMessage, wire: WireFacts) => boolean,
): StdioTransport {
  const { maxMessageBytes, maxMessageValues, clock } = limits;
  const splitter = createLineSplitter(maxMessageBytes);
  let noiseLines = 0;
  let attached = false;

  const close = () => {
    if (!attached) return;
    attached = false;
    transport.onclose?.();
  };
  const deliver = (message: JSONRPCMessage, wire: WireFacts) => {
    if (take(message, wire)) return;
    try {
      transport.onmessage?.(message);
    } catch {
      noiseLines += 1; // The SDK throws on what it cannot print in its own error text.
    }
  };
  const takeLine = (line: SplitLine) => {
    if (line.kind === 'oversize')
      return refuse(line, tooManyBytes(line.sizeBytes, maxMessageBytes));
    const { bytes, sizeBytes } = line;
    const values = countWhereMany(bytes, maxMessageValues);
    if (values > maxMessageValues)
      return refuse(edgesOf(bytes), tooManyValues(values, maxMessageValues));
    const messages = readMessageLine(bytes);
    if (messages === 'noise') return takeNoise(edgesOf(bytes));
    for (const message of messages) deliver(message, { sizeBytes });
  };
  const takeLongLine = async ({ chunks, sizeBytes }: WholeLine) => {
    const edges = edgesOfChunks(chunks);
    // A text that is longer than a text can be is nothing that can be read.
    const line = await readLongLine(chunks, maxMessageValues, clock.pause).catch(() => noise);
    if (line.kind === 'noise') return takeNoise(edges);
    if (line.kind === 'too many values')
      return refuse(edges, tooManyValues(line.values, maxMessageValues));
    for (const message of line.messages) deliver(message, { sizeBytes, depth: line.depth });
  };
  /** Whoever waits for this answer would wait until the time is up. */
  const takeNoise = (edges: LineEdges) => {
    noiseLines += 1;
    const id = idOf(edges);
    if (id !== undefined) deliver(localFailure(id, unreadable), { sizeBytes: 0 });
  };
  const refuse = (line: LineEdges, error: SluiceError) => {
    const id = idOf(line);
    if (id !== undefined) return deliver(localFailure(id, error), { sizeBytes: 0 });
    transport.onerror?.(error);
    close();
  };

  const lines: SplitLine[] = [];
  let reading: Promise<void> | undefined;
  /** Takes lines in order; what comes meanwhile waits in the pipe. */
  const readOn = async () => {
    child.pauseStdout();
    for (let line = lines.shift(); line !== undefined; line = lines.shift()) {
      if (isLong(line)) await takeLongLine(line);
      else takeLine(line);
    }
    reading = undefined;
    child.resumeStdout();
  };
  child.readStdout((chunk) => {
    for (const line of splitter.push(chunk)) {
      if (reading === undefined && !isLong(line)) takeLine(line);
      else {
        lines.push(line);
        reading ??= readOn();
      }
    }
  });
  const exited = child.exited.then(() => reading);
  void exited.then(close);

  let writing: Promise<void> | undefined;
  /** A long message is written piece by piece, each when the pipe has taken the one before it. */
  const writeLong = async (pieces: Iterable<string>) => {
    let last = Promise.resolve();
    for (const piece of pieces) {
      const next = child.write(piece);
      next.catch(ignore);
      await last;
      last = next;
    }
    await last;
    await child.write('\n');
  };
  const send = (message: JSONRPCMessage): Promise<void> => {
    const json = message as unknown as Json;
    if (writing === undefined && !isJsonLonger(json, longLength))
      return child.write(`${printJson(json)}\n`);
    const done = (writing ?? Promise.resolve()).then(() => writeLong(jsonPieces(json)));
    const ended = done.catch(ignore).then(() => {
      if (writing === ended) writing = undefined;
    });
    writing = ended;
    return done;
  };

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
    exited,
    send: async (message) => send(message),
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

const noise = { kind: 'noise' } as const;

/** Longer lines and messages are read and written in turns, in bytes and in UTF-16 code units. */
const longLength = 1_048_576;

function isLong(line: SplitLine): line is WholeLine {
  return line.kind === 'line' && line.sizeBytes > longLength;
}

type LineEdges = Pick<OversizeLine, 'head' | 'tail'>;

function ignore(): void {
  // Whoever sent it is told.
}

/** The id of an answer whose middle was thrown away: servers print it first or last. */
function idOf({ head, tail }: LineEdges): number | undefined {
  const first = /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,15})\s*,/.exec(
    head.toString(),
  );
  const last = /,\s*"id"\s*:\s*(\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
    tail.toString(),
  );
  const found = first?.[1] ?? last?.[1];
  return found === undefined ? undefined : Number(found);
}
