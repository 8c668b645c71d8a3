import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { portCheck } from './check-port.js';

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

async function listening(status: number, body: string): Promise<number> {
  server = createServer((_, answer) => answer.writeHead(status).end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('portCheck()', () => {
  it('knows a daemon of ours, and that another program has the port', async () => {
    const ours = await listening(401, '{"error":"A valid API key is required: send it."}');
    expect(await portCheck(ours)).toEqual({
      id: 'port',
      subject: String(ours),
      status: 'ok',
      detail: 'a Sluice daemon answers on 127.0.0.1',
    });
    await new Promise((resolve) => server?.close(resolve));
    const other = await listening(200, 'A valid API key is required');
    expect(await portCheck(other)).toMatchObject({
      status: 'warning',
      detail: 'another program listens on 127.0.0.1',
      next: 'Give the daemon another one: sluice daemon --port <number>.',
    });
  });

  it('finds a free port free, and leaves it so', async () => {
    const port = await listening(200, '');
    await new Promise((resolve) => server?.close(resolve));
    server = undefined;
    const free = { status: 'ok', detail: 'free on 127.0.0.1, for sluice daemon' };
    expect(await portCheck(port)).toMatchObject(free);
    expect(await portCheck(port)).toMatchObject(free);
  });
});
