import { Worker } from 'node:worker_threads';
import { readyMessage } from './messages.js';
import type { JobReply, JobRequest } from './messages.js';

/** One worker thread. It does one job at a time and, once it has started, keeps no process alive while it has none. */
export interface JobThread {
  /** Settles once the thread can take a job: true, or false where it cannot be started. */
  readonly ready: Promise<boolean>;
  /** Settles when the thread has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** The answer to one job; undefined when the thread ends before. */
  ask(request: JobRequest): Promise<JobReply | undefined>;
  /** Ends it, whatever it is doing. Idempotent. */
  end(): Promise<void>;
}

/**
 * Starts a thread. It gets no environment and none of the process's own streams.
 *
 * @param heapMb most memory for what its jobs make, in MiB; beyond it the thread ends
 */
export function startJobThread(workerUrl: URL, heapMb: number): JobThread {
  const worker = new Worker(workerUrl, {
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    // The stack is Node's default; written down because how deep a program may nest depends on it.
    resourceLimits: { maxOldGenerationSizeMb: heapMb, stackSizeMb: 4 },
  });
  let answer: ((reply: JobReply | undefined) => void) | undefined;
  const settle = (reply: JobReply | undefined) => {
    worker.unref();
    answer?.(reply);
    answer = undefined;
  };
  const online = new Promise<boolean>((resolve) => {
    worker.on('message', (message: JobReply | typeof readyMessage) => {
      if (message !== readyMessage) return settle(message);
      worker.unref();
      resolve(true);
    });
  });
  // An answer that cannot be taken out of its message is none.
  worker.on('messageerror', () => void worker.terminate());
  // What ended it is seen in that it has ended.
  worker.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      settle(undefined);
      resolve();
    });
  });
  return {
    ready: Promise.race([online, ended.then(() => false)]),
    ended,
    ask: (request) =>
      new Promise((resolve) => {
        answer = resolve;
        worker.ref();
        worker.postMessage(request);
      }),
    async end() {
      await worker.terminate();
    },
  };
}
