import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createClientTransport } from './client-transport.js';
import { createLongArguments } from './long-arguments.js';

/** A transport with its pipes, and all that it told. */
async function open(maxMessageBytes = 1000) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { read } = createLongArguments();
  const transport = createClientTransport({ input, output, read, maxMessageBytes });
  const seen: unknown[] = [];
  const errors: string[] = [];
  const closed = new Promise<void>((resolve) => (transport.onclose = resolve));
  transport.onmessage = (message) => void seen.push(message);
  transport.onerror = (error) => void errors.push(error.message);
  await transport.start();
  const sent = () => (output.read() as Buffer | null)?.toString() ?? '';
  return { input, output, transport, seen, errors, closed, sent };
}

const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });

describe('createClientTransport()', () => {
  it('cuts what comes into messages, wherever it is cut, and writes one line for each', async () => {
    const { input, transport, seen, sent } = await open();
    const text = `${JSON.stringify(ping(1))}\r\n${JSON.stringify({ ...ping(2), params: { é: '🦆' } })}\n`;
    for (const byte of Buffer.from(text)) input.write(Buffer.of(byte));
    await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
    expect(seen).toEqual([ping(1), { ...ping(2), params: { é: '🦆' } }]);
    expect(sent()).toBe('{"jsonrpc":"2.0","id":1,"result":{}}\n');
  });

  it('passes over what is no message, and goes on', async () => {
    const { input, seen, errors } = await open();
    input.write('hello\n{"a":1}\n[]\n\n');
    input.write(`${JSON.stringify(ping(3))}\n`);
    await new Promise(setImmediate);
    expect(seen).toEqual([ping(3)]);
    expect(errors).toHaveLength(4);
  });

  it.each([
    ['first', (rest: string) => `{"jsonrpc":"2.0","id":"a7","method":"tools/call",${rest}}`],
    ['last', (rest: string) => `{"method":"tools/call",${rest},"id":"a7","jsonrpc":"2.0"}`],
  ])('answers a message that is too long with an error, its id %s', async (_, message) => {
    const { input, seen, sent } = await open();
    const long = message(`"params":{"arguments":{"text":"${'x'.repeat(2000)}"}}`);
    input.write(`${long}\n${JSON.stringify(ping(4))}\n`);
    await new Promise(setImmediate);
    expect(JSON.parse(sent())).toEqual({
      jsonrpc: '2.0',
      id: 'a7',
      error: {
        code: -32600,
        message: `The message has ${long.length} bytes; at most 1000 are taken`,
      },
    });
    expect(seen).toEqual([ping(4)]);
  });

  it('answers an integer that nobody could keep with an error', async () => {
    const { input, seen, sent } = await open(10_000);
    input.write(`{"jsonrpc":"2.0","id":5,"method":"x","params":{"n":${'7'.repeat(2002)}}}\n`);
    await new Promise(setImmediate);
    expect(JSON.parse(sent())).toEqual({
      jsonrpc: '2.0',
      id: 5,
      error: {
        code: -32602,
        message: 'An integer in the JSON text has more than 2000 digits, at position 51',
      },
    });
    expect(seen).toEqual([]);
  });

  it('ends when the client closes its end, once, and sends nothing from then on', async () => {
    const { input, transport, closed, seen } = await open();
    input.end(`${JSON.stringify(ping(1))}\n`);
    await closed;
    await transport.close();
    expect(seen).toEqual([ping(1)]);
    await expect(transport.send({ jsonrpc: '2.0', id: 1, result: {} })).rejects.toThrow(
      'The client has gone',
    );
    expect(input.listenerCount('data')).toBe(0);
  });

  it('ends when the pipe to the client breaks', async () => {
    const { output, closed, errors } = await open();
    output.destroy(new Error('EPIPE'));
    await closed;
    expect(errors).toEqual(['EPIPE']);
  });

  it('takes a message of many pieces in time in proportion to its length', async () => {
    const { input, seen } = await open(40_000_000);
    const piece = Buffer.alloc(65_536, 'x');
    const time = async (pieces: number) => {
      const start = process.cpuUsage();
      input.write('{"jsonrpc":"2.0","id":1,"method":"x","params":{"text":"');
      for (let at = 0; at < pieces; at += 1) input.write(piece);
      input.write('"}}\n');
      await new Promise(setImmediate);
      return process.cpuUsage(start).user / 1000;
    };
    await time(10);
    const some = await time(50);
    const many = await time(400);
    expect(seen).toHaveLength(3);
    // Joining at each piece makes it 64 times as much.
    expect(many).toBeLessThan(30 * Math.max(some, 5));
  });
});
