import type { Clock } from '@sluice/contracts';
import type { RunnerProcess } from './runner-process.js';
import type { StartedRunner } from './start-runner.js';

/** What {@link createRunnerPool} takes. */
export interface RunnerPoolOptions {
  readonly clock: Clock;
  /** How many may wait right now; asked before each start. */
  size(): number;
  /** Starts an empty runner. */
  start(): Promise<StartedRunner>;
}

/** Started, empty runners that wait for a program. */
export interface RunnerPool {
  /** One that waited, never handed out before; undefined when none is ready. */
  take(): RunnerProcess | undefined;
  /** Starts what is missing, in the background. Settles when that is done; never rejects. */
  fill(): Promise<void>;
  /** Ends those that wait. */
  close(): Promise<void>;
}

/**
 * Time after which a runner that waited is replaced. An idle runner does not age, but what it was
 * started with may: a kernel that swapped it out, a Deno that was updated.
 */
const maxWaitMs = 600_000;

/** Keeps runners ready, so that a run does not wait for a start. Each is used once. */
export function createRunnerPool(options: RunnerPoolOptions): RunnerPool {
  const { clock, size, start } = options;
  const waiting = new Map<RunnerProcess, () => void>();
  let starting = 0;
  let isClosed = false;

  const forget = (runner: RunnerProcess) => {
    waiting.get(runner)?.();
    return waiting.delete(runner);
  };

  const add = (runner: RunnerProcess) => {
    const retire = () => {
      forget(runner);
      void runner.kill();
      void fill();
    };
    waiting.set(runner, clock.schedule(maxWaitMs, retire));
    // One that died is not replaced at once: what ended it would end the next. The next run is reason enough.
    void runner.exited.then(() => forget(runner));
  };

  const startOne = async () => {
    starting += 1;
    const started = await start();
    starting -= 1;
    if (!started.ok) return;
    if (isClosed) return started.runner.kill();
    add(started.runner);
  };

  const fill = async () => {
    const starts: Promise<void>[] = [];
    while (!isClosed && waiting.size + starting < size()) starts.push(startOne());
    await Promise.all(starts);
  };

  return {
    take() {
      const [runner] = waiting.keys();
      if (runner !== undefined) forget(runner);
      return runner;
    },
    fill,
    async close() {
      isClosed = true;
      const runners = [...waiting.keys()];
      for (const runner of runners) forget(runner);
      await Promise.all(runners.map((runner) => runner.kill()));
    },
  };
}
