import type {
  Clock,
  Logger,
  ProgramHost,
  RunEnd,
  RunnerPort,
  RunRequest,
  SandboxSettings,
} from '@sluice/contracts';
import { findDeno } from './find-deno.js';
import type { FoundDeno } from './find-deno.js';
import { inspectRunner } from './inspect-runner.js';
import { runStops } from './run-stops.js';
import type { RunnerLayers } from './runner-layers.js';
import { createRunnerSource } from './runner-source.js';
import { useRunner } from './use-runner.js';

/** What {@link createDenoRunner} takes. */
export interface DenoRunnerOptions {
  /** The runner's bundle, `runner.mjs`, as a `file:` URL. */
  readonly runnerUrl: URL;
  readonly sandbox: Pick<
    SandboxSettings,
    | 'heapMb'
    | 'memoryMb'
    | 'cpuSeconds'
    | 'maxOutputBytes'
    | 'maxErrorBytes'
    | 'maxFrames'
    | 'pool'
    | 'reads'
    | 'require'
    | 'deno'
  >;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Variables by name; `SLUICE_DENO` and `PATH` are looked at. No runner inherits any. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** @default process.platform */
  readonly platform?: NodeJS.Platform;
  /**
   * A private folder of this process below which runners get their windows, made when it is first asked for.
   * Absent: as with `sandbox.reads: "host"`.
   */
  readonly windows?: () => Promise<string>;
  /** Layers to use as they are, without trying them first. @default those that this machine has and that hold */
  readonly layers?: RunnerLayers;
}

/**
 * Runs programs in Deno: a fresh process for each, without permissions, inside the layers that the
 * operating system has, killed when its run ends.
 *
 * @example
 * const runner = createDenoRunner({ runnerUrl, sandbox, clock, logger, environment });
 * const end = await runner.run(request, host, AbortSignal.timeout(60_000));
 */
export function createDenoRunner(options: DenoRunnerOptions): RunnerPort {
  const { sandbox, clock, logger, environment } = options;
  const { platform = process.platform } = options;
  const runs = new Set<AbortController>();
  let isClosed = false;
  let found: FoundDeno | undefined;
  const source = createRunnerSource({ ...options, platform });

  const find = () => {
    // A Deno that was not there may have been installed since.
    if (found?.ok !== true)
      found = findDeno({ setting: sandbox.deno, environment, platform, arch: process.arch });
    return found;
  };

  const runWith = async (
    denoPath: string,
    request: RunRequest,
    host: ProgramHost,
    signal: AbortSignal,
  ): Promise<RunEnd> => {
    const started = await source.take(denoPath, request.limits, signal);
    if (!started.ok) return signal.aborted ? runStops.cancelled() : started.stop;
    const { runner } = started;
    const end = await useRunner(runner, { request, host, signal, clock, sandbox, platform });
    const gone = runner.kill();
    // Nothing of it is read any more, so that an answer need not wait until the system has taken everything back. What was stopped
    // may hold a lot, and whoever is told of it may try again.
    if (end.kind === 'stopped') await gone;
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
    async warm() {
      const deno = find();
      if (deno.ok && !isClosed) await source.warm(deno.path);
    },
    inspect: () => inspectRunner({ found: find(), platform, sandboxOf: source.sandboxOf }),
    async close() {
      isClosed = true;
      for (const ending of runs) ending.abort();
      await source.close();
    },
  };
}
