import { Worker } from 'node:worker_threads';
import type { CheckOutcome, CheckRequest } from '@sluice/contracts';
import { readyMessage } from './messages.js';
import type { CheckAnswer } from './messages.js';

/** The thread that looks at programs, one at a time. While it has none, it keeps no process alive. */
export interface CheckerThread {
  readonly isReady: boolean;
  /** Settles when it can look at programs, or has ended. */
  readonly ready: Promise<void>;
  /** Settles when it has ended, for whatever reason. */
  readonly ended: Promise<void>;
  /** The answer to one program; undefined when the thread ends before. */
  ask(request: CheckRequest): Promise<CheckOutcome | undefined>;
  /** Keeps the process alive, or no longer. */
  hold(isNeeded: boolean): void;
  /** Ends it, whatever it is doing. Idempotent. */
  end(): Promise<void>;
}

/** Heap of the thread in MiB. Measured: 70 after the first program, and programs of the largest size take up to 110 more. */
const heapMb = 256;

/** The part of the heap that is cleaned often, in MiB: small, or it would fill with what nobody needs. */
const youngHeapMb = 16;

/** Starts the thread. It gets no environment and none of the process's own streams. */
export function startCheckerThread(checkerUrl: URL): CheckerThread {
  const worker = new Worker(checkerUrl, {
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      maxYoungGenerationSizeMb: youngHeapMb,
      stackSizeMb: 4,
    },
  });
  worker.unref();
  let isReady = false;
  let answer: ((outcome: CheckOutcome | undefined) => void) | undefined;
  const settle = (outcome: CheckOutcome | undefined) => {
    answer?.(outcome);
    answer = undefined;
  };
  const online = new Promise<void>((resolve) => {
    worker.on('message', (message: CheckAnswer | typeof readyMessage) => {
      if (message !== readyMessage) return settle(message);
      isReady = true;
      resolve();
    });
  });
  // What ended it is seen in that it has ended.
  worker.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      isReady = false;
      settle(undefined);
      resolve();
    });
  });
  return {
    get isReady() {
      return isReady;
    },
    ready: Promise.race([online, ended]),
    ended,
    ask: (request) =>
      new Promise((resolve) => {
        answer = resolve;
        worker.postMessage(request);
      }),
    hold(isNeeded) {
      if (isNeeded) worker.ref();
      else worker.unref();
    },
    async end() {
      await worker.terminate();
    },
  };
}
