import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { until, type Launch } from './workplace.js';

/** A JSON-RPC message of the host. */
export interface RawMessage {
  readonly id?: number;
  readonly result?: { readonly [key: string]: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

/** The stdio host as its pipes show it: every byte that it wrote. */
export interface RawHost {
  readonly child: ChildProcess;
  /** Sends a request and waits for its answer. */
  ask(method: string, params: object): Promise<RawMessage>;
  notify(method: string): void;
  /** All of stdout so far. */
  stdout(): string;
  /** All of stderr so far. */
  stderr(): string;
  /** Closes stdin and waits for the end. */
  end(): Promise<number | null>;
}

/** Starts the stdio host in a folder. */
export function startRawHost({ command, args, env }: Launch, folder: string): RawHost {
  const child = spawn(command, args, { env, cwd: folder, stdio: 'pipe' });
  const collect = (stream: NodeJS.ReadableStream) => {
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    return () => text;
  };
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let lastId = 0;
  return {
    child,
    stdout,
    stderr,
    ask(method, params) {
      const id = ++lastId;
      send({ id, method, params });
      const answer = () =>
        stdout()
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line) as RawMessage)
          .find((message) => message.id === id && ('result' in message || 'error' in message));
      return until(answer, () => `${stdout()}\n${stderr()}`, 60_000);
    },
    notify: (method) => void send({ method }),
    async end() {
      child.stdin.end();
      const [exitCode] = (await once(child, 'exit')) as [number | null];
      return exitCode;
    },
  };
}
