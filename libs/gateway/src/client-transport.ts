import type { Readable, Writable } from 'node:stream';
import { isSpecType } from '@modelcontextprotocol/server';
import type { Transport } from '@modelcontextprotocol/server';
import { createLineSplitter } from '@sluice/upstream-registry';
import type { SplitLine } from '@sluice/upstream-registry';
import { TooManyDigits } from './long-arguments.js';

/** What {@link createClientTransport} needs. */
export interface ClientTransportOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** Reads the JSON text of a message. @throws SyntaxError, {@link TooManyDigits} */
  readonly read: (text: string) => unknown;
  /** A longer message is answered with an error and thrown away as it comes. */
  readonly maxMessageBytes: number;
}

/**
 * The MCP stdio transport to a client. Unlike the SDK's it takes long messages in time in proportion to their length, leaves it
 * to `read` how numbers are read, and a message that cannot be taken costs its sender an error, not the connection.
 */
export function createClientTransport(options: ClientTransportOptions): Transport {
  const { input, output, read, maxMessageBytes } = options;
  const splitter = createLineSplitter(maxMessageBytes);
  let isClosed = false;

  const refuse = (id: string | number, code: number, message: string) =>
    void transport.send({ jsonrpc: '2.0', id, error: { code, message } }).catch(ignore);

  const takeLine = (line: SplitLine) => {
    if (isClosed) return;
    if (line.kind === 'oversize') {
      const id = idIn(line.head.toString()) ?? idIn(line.tail.toString());
      const message = `The message has ${line.sizeBytes} bytes; at most ${maxMessageBytes} are taken`;
      transport.onerror?.(new Error(message));
      if (id !== undefined) refuse(id, invalidRequest, message);
      return;
    }
    const text = line.bytes.toString('utf8');
    try {
      const message = read(text);
      if (isSpecType.JSONRPCMessage(message)) transport.onmessage?.(message);
      else transport.onerror?.(new Error('A line of the client is no message'));
    } catch (error) {
      const id = error instanceof TooManyDigits ? idIn(text) : undefined;
      if (id !== undefined) refuse(id, invalidParams, String((error as Error).message));
      // A line that is no JSON is no protocol: a banner, a stray print.
      else transport.onerror?.(error as Error);
    }
  };
  const onData = (chunk: Buffer) => splitter.push(chunk).forEach(takeLine);
  const onError = (error: Error) => transport.onerror?.(error);
  const onOutputError = (error: Error) => {
    if (isClosed) return;
    transport.onerror?.(error);
    void transport.close();
  };
  const onEnd = () => void transport.close();

  const transport: Transport = {
    async start() {
      if (input.readableEnded || input.destroyed) setImmediate(onEnd);
      input.on('data', onData).on('error', onError).on('end', onEnd).on('close', onEnd);
      // Stays: a pipe that breaks after the end must not end the process.
      output.on('error', onOutputError);
    },
    send(message) {
      if (isClosed) return Promise.reject(new Error('The client has gone'));
      return write(output, `${JSON.stringify(message)}\n`);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      input.off('data', onData).off('error', onError).off('end', onEnd).off('close', onEnd);
      if (input.listenerCount('data') === 0) input.pause();
      transport.onclose?.();
    },
  };
  return transport;
}

/** Settles when the pipe can take more. */
function write(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

/** JSON-RPC 2.0, section 5.1. */
const invalidRequest = -32600;
const invalidParams = -32602;

/** The id of a request, read from one of its ends: clients print it before the parameters, or last. */
function idIn(text: string): string | number | undefined {
  const first =
    /^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,)*\s*"id"\s*:\s*(\d{1,15}|"[^"\\]{1,200}")/.exec(
      text,
    );
  const last =
    /\}\s*,\s*"id"\s*:\s*(\d{1,15}|"[^"\\]{1,200}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
      text,
    );
  const found = first?.[1] ?? last?.[1];
  return found === undefined ? undefined : (JSON.parse(found) as string | number);
}

function ignore(): void {
  // The client has gone, and with it whoever was to be told.
}
