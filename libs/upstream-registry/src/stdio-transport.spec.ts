import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { realClock } from './fixtures/harness.js';
import { createStdioTransport } from './stdio-transport.js';
import type { ProcessExit, UpstreamProcess } from './upstream-process.js';

/** A transport over a process that a test plays. */
function open(write: (text: string) => Promise<void> = () => Promise.resolve()) {
  let say: (chunk: Buffer) => void = () => undefined;
  let exit: (how: ProcessExit) => void = () => undefined;
  const written: string[] = [];
  const flow: string[] = [];
  const child = {
    pid: 1,
    exited: new Promise<ProcessExit>((resolve) => (exit = resolve)),
    readStdout: (reader: typeof say) => (say = reader),
    pauseStdout: () => void flow.push('pause'),
    resumeStdout: () => void flow.push('resume'),
    write(text: string) {
      written.push(text);
      return write(text);
    },
  } as unknown as UpstreamProcess;
  const taken: { message: JSONRPCMessage; sizeBytes: number }[] = [];
  const limits = { maxMessageBytes: 10_000_000, maxMessageValues: 1_000_000, clock: realClock };
  const transport = createStdioTransport(child, limits, (message, { sizeBytes }) => {
    taken.push({ message, sizeBytes });
    return true;
  });
  const saySome = (text: string) => say(Buffer.from(text));
  return {
    transport,
    taken,
    written,
    flow,
    say: saySome,
    exit: () => exit({ code: 0, signal: null }),
  };
}

const answer = (id: number, result: unknown) => ({ jsonrpc: '2.0', id, result });
const line = (message: object) => `${JSON.stringify(message)}\n`;
const long = 'x'.repeat(2_000_000);

describe('createStdioTransport()', () => {
  it('keeps the order of long lines and short ones, and lets the pipe wait meanwhile', async () => {
    const { taken, say, flow, exit, transport } = open();
    const messages = [
      answer(1, 'a'),
      answer(2, long),
      answer(3, 'b'),
      answer(4, long),
      answer(5, 'c'),
    ];
    say(messages.slice(0, 3).map(line).join(''));
    expect(taken).toHaveLength(1);
    say(messages.slice(3).map(line).join(''));
    exit();
    await transport.exited;
    expect(taken.map(({ message }) => message)).toEqual(messages);
    expect(taken[1]?.sizeBytes).toBe(line(messages[1] as object).length - 1);
    expect(flow).toEqual(['pause', 'resume']);
  });

  it('tells whoever waits of a long line that cannot be read, and goes on', async () => {
    const { taken, say, exit, transport } = open();
    say(`{"jsonrpc":"2.0","id":7,"result":"${long}\n`);
    say(`{"jsonrpc":"2.0","id":8,"result":[${Array(1_000_000).fill('0').join()}]}\n`);
    say(line(answer(9, 'after')));
    exit();
    await transport.exited;
    expect(taken.map(({ message }) => message)).toMatchObject([
      { id: 7, error: { message: expect.any(String) as string } },
      { id: 8, error: { message: expect.any(String) as string } },
      { id: 9, result: 'after' },
    ]);
    expect(transport.noiseLines).toBe(1);
  });

  it('writes a long message in pieces, and nothing between them', async () => {
    const waiting: (() => void)[] = [];
    const { transport, written } = open(() => new Promise((resolve) => waiting.push(resolve)));
    const first = answer(1, { text: long, more: [1, '"'] }) as JSONRPCMessage;
    const sends = [first, answer(2, 'b'), answer(3, 'c')].map((message) =>
      transport.send(message as JSONRPCMessage),
    );
    let isDone = false;
    const all = Promise.all(sends).then(() => (isDone = true));
    while (!isDone) {
      expect(waiting.length).toBeLessThanOrEqual(2);
      waiting.splice(0).forEach((goOn) => goOn());
      await new Promise(setImmediate);
    }
    await all;
    expect(written.length).toBeGreaterThan(8);
    expect(written.join('')).toBe([first, answer(2, 'b'), answer(3, 'c')].map(line).join(''));
    await Promise.race([
      transport.send(answer(4, 'd') as JSONRPCMessage),
      new Promise(setImmediate),
    ]);
    expect(written.at(-1)).toBe(line(answer(4, 'd')));
  });

  it('fails a message whose pipe breaks, and can write the next', async () => {
    let isBroken = true;
    const { transport, written } = open(() =>
      isBroken ? Promise.reject(new Error('EPIPE')) : Promise.resolve(),
    );
    await expect(transport.send(answer(1, long) as JSONRPCMessage)).rejects.toThrow('EPIPE');
    isBroken = false;
    await transport.send(answer(2, 'b') as JSONRPCMessage);
    expect(written.at(-1)).toBe(line(answer(2, 'b')));
  });
});
