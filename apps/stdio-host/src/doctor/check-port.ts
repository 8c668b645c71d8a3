import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Check } from './check.js';

/** Time for whoever has the port to say who it is, in milliseconds. */
const askMs = 2000;

/** Whether `sluice daemon` would get its port, or has it already. */
export async function portCheck(port: number): Promise<Check> {
  const problem = await listenProblem(port);
  const common = { id: 'port', subject: String(port) } as const;
  if (problem === undefined)
    return { ...common, status: 'ok', detail: 'free on 127.0.0.1, for sluice daemon' };
  if (problem !== 'EADDRINUSE')
    return {
      ...common,
      status: 'warning',
      detail: `sluice daemon could not listen on 127.0.0.1: the system says ${problem}`,
      next: 'Give it another one: sluice daemon --port <number>.',
    };
  if (await isSluice(port))
    return { ...common, status: 'ok', detail: 'a Sluice daemon answers on 127.0.0.1' };
  return {
    ...common,
    status: 'warning',
    detail: 'another program listens on 127.0.0.1',
    next: 'Give the daemon another one: sluice daemon --port <number>.',
  };
}

/** The system's code where nobody can listen. */
async function listenProblem(port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    await once(server.listen({ port, host: '127.0.0.1', exclusive: true }), 'listening');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'nothing about it';
  } finally {
    server.close();
  }
}

/** Without a key it says what it wants, and nothing more. */
async function isSluice(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/mcp`, {
      signal: AbortSignal.timeout(askMs),
      redirect: 'error',
    });
    const text = answer.status === 401 ? await answer.text() : '';
    return text.length < 1000 && text.includes('A valid API key is required');
  } catch {
    return false;
  }
}
