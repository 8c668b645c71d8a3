import type { Clock, ProgramHost, RunEnd, RunRequest, SandboxSettings } from '@sluice/contracts';
import { explainExit } from './explain-exit.js';
import { processLeaf } from './process-leaf.js';
import { createRunConnection } from './run-connection.js';
import { runStops } from './run-stops.js';
import { createRunTimer } from './run-timer.js';
import type { RunnerProcess } from './runner-process.js';
import { usageReader } from './usage-reader.js';
import { watchUsage } from './usage-watch.js';

/** What {@link useRunner} takes. */
export interface UseRunnerOptions {
  readonly request: RunRequest;
  readonly host: ProgramHost;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** What bounds every run, beside the limits of this one. */
  readonly sandbox: Pick<
    SandboxSettings,
    'cpuSeconds' | 'maxOutputBytes' | 'maxErrorBytes' | 'maxFrames'
  >;
  readonly platform: NodeJS.Platform;
}

/**
 * When a run is first looked at. It takes 0.2 ms (Linux) or a process (elsewhere), which the program need not wait for, and
 * which a short run need not have at all.
 */
const firstLookMs = 5;

/**
 * One run on a runner that is ready. Settles at the first reason to end: its value, its error, a
 * limit, a cancel, its death. The caller kills the runner.
 */
export async function useRunner(runner: RunnerProcess, options: UseRunnerOptions): Promise<RunEnd> {
  const { request, host, signal, clock, sandbox, platform } = options;
  const { limits } = request;
  const { cpuSeconds, maxErrorBytes } = sandbox;
  const cleanUps: (() => void)[] = [];
  const end = await new Promise<RunEnd>((resolve) => {
    const timer = createRunTimer(clock, limits.timeoutMs, () =>
      connection.end(runStops.timeout(limits)),
    );
    const connection = createRunConnection({
      request,
      host: {
        ...host,
        ask: (ask, askSignal) => timer.stopWhile(() => host.ask(ask, askSignal)),
      },
      clock,
      wire: runner,
      bounds: sandbox,
      onEnd: resolve,
    });
    const cancel = () => connection.end(runStops.cancelled());
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) return cancel();
    runner.read((chunk) => connection.push(chunk));
    runner.onErrorBytes((bytes) => {
      if (bytes > maxErrorBytes)
        connection.end(runStops.tooMuch(' to stderr', maxErrorBytes, 'bytes', 'maxErrorBytes'));
    });
    void runner.exited.then((exit) => connection.end(explainExit(exit, limits, cpuSeconds)));
    const watch = () =>
      watchUsage({
        pid: runner.pid === undefined ? 0 : processLeaf(runner.pid),
        memoryMb: limits.memoryMb,
        cpuSeconds,
        clock,
        reader: usageReader(platform),
        onExceeded: (what) =>
          connection.end(
            what === 'cpu' ? runStops.cpuExceeded(cpuSeconds) : runStops.memoryExceeded(limits),
          ),
      });
    cleanUps.push(
      () => signal.removeEventListener('abort', cancel),
      timer.end,
      clock.schedule(firstLookMs, () => void cleanUps.push(watch())),
    );
    connection.start();
  });
  for (const cleanUp of cleanUps) cleanUp();
  return end;
}
