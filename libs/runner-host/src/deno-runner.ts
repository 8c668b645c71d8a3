import type {
  Clock,
  Logger,
  ProgramHost,
  RunEnd,
  RunnerPort,
  RunRequest,
  SandboxSettings,
} from '@sluice/contracts';
import { denoCommand } from './deno-command.js';
import { findDeno } from './find-deno.js';
import type { FoundDeno } from './find-deno.js';
import { inspectRunner } from './inspect-runner.js';
import { watchMemory } from './memory-watch.js';
import { createRunConnection } from './run-connection.js';
import { explainExit, runStops } from './run-stops.js';
import type { RunnerProcess } from './runner-process.js';
import { startRunner } from './start-runner.js';

/** What {@link createDenoRunner} takes. */
export interface DenoRunnerOptions {
  /** The runner's bundle, `runner.mjs`, as a `file:` URL. */
  readonly runnerUrl: URL;
  readonly sandbox: Pick<SandboxSettings, 'heapMb' | 'deno'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Variables by name; `SLUICE_DENO` and `PATH` are looked at. No runner inherits any. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** @default process.platform */
  readonly platform?: NodeJS.Platform;
}

/**
 * Runs programs in Deno: a fresh process for each, without permissions, killed when its run ends.
 *
 * @example
 * const runner = createDenoRunner({ runnerUrl, sandbox, clock, logger, environment });
 * const end = await runner.run(request, host, AbortSignal.timeout(60_000));
 */
export function createDenoRunner(options: DenoRunnerOptions): RunnerPort {
  const { runnerUrl, sandbox, clock, logger, environment } = options;
  const { platform = process.platform } = options;
  const alive = new Set<RunnerProcess>();
  const runs = new Set<AbortController>();
  let isClosed = false;
  let found: FoundDeno | undefined;

  const find = () => {
    // A Deno that was not there may have been installed since.
    if (found?.ok !== true)
      found = findDeno({ setting: sandbox.deno, environment, platform, arch: process.arch });
    return found;
  };

  const start = (denoPath: string, heapMb: number, signal?: AbortSignal) =>
    startRunner({
      command: denoCommand({ denoPath, runnerUrl, heapMb, platform }),
      clock,
      platform,
      onSpawn(runner) {
        alive.add(runner);
        const kill = () => void runner.kill();
        signal?.addEventListener('abort', kill, { once: true });
        void runner.exited.then(() => alive.delete(runner));
      },
    });

  const runWith = async (
    denoPath: string,
    request: RunRequest,
    host: ProgramHost,
    signal: AbortSignal,
  ): Promise<RunEnd> => {
    const started = await start(denoPath, request.limits.heapMb, signal);
    if (!started.ok) return signal.aborted ? runStops.cancelled() : started.stop;
    const { runner } = started;
    const end = await useRunner(runner, { request, host, signal, clock, platform });
    await runner.kill();
    return end;
  };

  return {
    async run(request, host, signal) {
      if (signal.aborted || isClosed) return runStops.cancelled();
      const deno = find();
      if (!deno.ok)
        return { kind: 'stopped', code: deno.code, message: deno.message, hint: deno.hint };
      const startedAt = clock.monotonic();
      const ending = new AbortController();
      const cancel = () => ending.abort();
      signal.addEventListener('abort', cancel, { once: true });
      runs.add(ending);
      const end = await runWith(deno.path, request, host, ending.signal);
      runs.delete(ending);
      signal.removeEventListener('abort', cancel);
      logger.debug('run ended', {
        kind: end.kind,
        ...(end.kind === 'stopped' ? { code: end.code } : {}),
        durationMs: Math.round(clock.monotonic() - startedAt),
      });
      return end;
    },
    inspect: () => inspectRunner(find(), (denoPath) => start(denoPath, sandbox.heapMb), clock),
    async close() {
      isClosed = true;
      for (const ending of runs) ending.abort();
      await Promise.all([...alive].map((runner) => runner.kill()));
    },
  };
}

interface RunContext {
  readonly request: RunRequest;
  readonly host: ProgramHost;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly platform: NodeJS.Platform;
}

/** One run on a runner that is ready. Settles at the first reason to end: its value, its error, a limit, a cancel, its death. */
async function useRunner(runner: RunnerProcess, context: RunContext): Promise<RunEnd> {
  const { request, host, signal, clock, platform } = context;
  const { limits } = request;
  const cleanUps: (() => void)[] = [];
  const end = await new Promise<RunEnd>((resolve) => {
    const connection = createRunConnection({ request, host, clock, wire: runner, onEnd: resolve });
    const cancel = () => connection.end(runStops.cancelled());
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) return cancel();
    runner.read((chunk) => connection.push(chunk));
    void runner.exited.then((exit) => connection.end(explainExit(exit, limits)));
    cleanUps.push(
      clock.schedule(limits.timeoutMs, () => connection.end(runStops.timeout(limits))),
      watchMemory({
        pid: runner.pid ?? 0,
        limitMb: limits.memoryMb,
        clock,
        platform,
        onExceeded: () => connection.end(runStops.memoryExceeded(limits)),
      }),
    );
    connection.start();
  });
  for (const cleanUp of cleanUps) cleanUp();
  return end;
}
