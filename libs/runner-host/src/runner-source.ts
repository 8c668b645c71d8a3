import { availableParallelism, freemem, totalmem } from 'node:os';
import type { RunLimits } from '@sluice/contracts';
import { attackWrapper } from './attack-wrapper.js';
import { denoCommand } from './deno-command.js';
import type { DenoCommandInput } from './deno-command.js';
import type { DenoRunnerOptions } from './deno-runner.js';
import { findLayers } from './find-layers.js';
import { poolSize } from './pool-size.js';
import type { Machine } from './pool-size.js';
import { probeLayers, usualIdleDataMb } from './probe-layers.js';
import type { ProbedSandbox, Sandbox } from './probe-layers.js';
import { protectionsOf } from './protections.js';
import type { RunnerLayers } from './runner-layers.js';
import { createRunnerPool } from './runner-pool.js';
import type { RunnerPool } from './runner-pool.js';
import type { RunnerProcess } from './runner-process.js';
import { openRunnerWindow } from './runner-window.js';
import type { RunnerWindow } from './runner-window.js';
import { runStops } from './run-stops.js';
import { startRunner } from './start-runner.js';
import type { StartedRunner } from './start-runner.js';

/** Where runs get their runners from. */
export interface RunnerSource {
  /** A runner that is ready and empty. `signal` ends it while it starts, and its waiting. */
  take(denoPath: string, limits: RunLimits, signal: AbortSignal): Promise<StartedRunner>;
  /** Starts runners that wait; settles when they do. */
  warm(denoPath: string): Promise<void>;
  /** The layers that hold on this machine; tried once. */
  sandboxOf(denoPath: string): Promise<ProbedSandbox>;
  /** Kills every runner, waiting or not. */
  close(): Promise<void>;
}

/** What is fixed when a runner is started. */
type Ceiling = Pick<RunLimits, 'heapMb' | 'memoryMb'>;

/**
 * Time after the end of a runner until the pool is filled again: its answer is on its way then. A start
 * takes a core for its time and this process for some milliseconds, which no run should have to share.
 */
const refillDelayMs = 15;

/** A run that takes longer than this is not waited for. */
const longRunMs = 150;

/** Starts runners inside the layers of this machine. */
export function createRunnerSource(
  options: DenoRunnerOptions & { readonly platform: NodeJS.Platform },
): RunnerSource {
  const { runnerUrl, sandbox, clock, logger, environment, platform } = options;
  const alive = new Set<RunnerProcess>();
  const starting = new Set<Promise<StartedRunner>>();
  const attacking = new AbortController();
  let refill: { readonly at: number; readonly cancel: () => void } | undefined;
  let isClosed = false;
  let isWindowMissed = false;
  let pool: RunnerPool | undefined;
  let probed: Promise<ProbedSandbox> | undefined;

  const inputFor = (
    denoPath: string,
    ceiling: Ceiling,
    layers: RunnerLayers,
    dataMb: number,
  ): DenoCommandInput => ({
    denoPath,
    runnerUrl,
    heapMb: ceiling.heapMb,
    cpuSeconds: sandbox.cpuSeconds + 1,
    dataMb,
    hostPid: process.pid,
    platform,
    layers,
  });

  /** Without one the runner may read nothing, and files come to it with the host's replies. */
  const openWindow = async (): Promise<RunnerWindow | undefined> => {
    if (sandbox.reads === 'host' || options.windows === undefined || isClosed) return undefined;
    try {
      return await openRunnerWindow(await options.windows());
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (!isWindowMissed) logger.warn('Files are read by the host', { reason: code ?? message });
      isWindowMissed = true;
      return undefined;
    }
  };

  const start = (input: DenoCommandInput, signal?: AbortSignal): Promise<StartedRunner> => {
    const started = startOne(input, signal);
    starting.add(started);
    void started.then(() => starting.delete(started));
    return started;
  };

  const startOne = async (
    input: DenoCommandInput,
    signal: AbortSignal | undefined,
  ): Promise<StartedRunner> => {
    const window = await openWindow();
    if (isClosed || signal?.aborted) {
      await window?.close();
      return { ok: false, stop: runStops.cancelled() };
    }
    return startRunner({
      command: denoCommand(window ? { ...input, window } : input),
      clock,
      platform,
      layers: input.layers,
      ...(window ? { window } : {}),
      onSpawn(runner) {
        alive.add(runner);
        const kill = () => void runner.kill();
        signal?.addEventListener('abort', kill, { once: true });
        void runner.exited.then(() => {
          alive.delete(runner);
          signal?.removeEventListener('abort', kill);
        });
      },
    });
  };

  const probe = async (denoPath: string): Promise<ProbedSandbox> => {
    const found = await findSandbox(denoPath);
    if (!found.ok) return found;
    const missing = protectionsOf(found.sandbox.layers, platform)
      .filter(({ name, by }) => by.length === 0 && sandbox.require.includes(name))
      .map(({ name }) => name);
    return missing.length === 0 ? found : { ok: false, stop: runStops.notProtected(missing) };
  };

  const findSandbox = async (denoPath: string): Promise<ProbedSandbox> => {
    const { layers } = options;
    if (layers !== undefined) return { ok: true, sandbox: untried(layers, sandbox.memoryMb) };
    return probeLayers({
      candidates: findLayers({ platform, arch: process.arch, environment }),
      memoryMb: sandbox.memoryMb,
      platform,
      clock,
      start: (tried, dataMb) => start(inputFor(denoPath, sandbox, tried, dataMb)),
      attack: (tried) => attackWrapper(inputFor(denoPath, sandbox, tried, 0), attacking.signal),
    });
  };

  const poolOf = (denoPath: string): RunnerPool =>
    (pool ??= createRunnerPool({
      clock,
      size: () => poolSize(sandbox.pool, machine()),
      async start() {
        const ready = await sandboxOf(denoPath);
        if (!ready.ok) return ready;
        return start(inputFor(denoPath, sandbox, ready.sandbox.layers, ready.sandbox.dataMb));
      },
    }));

  /** Fills the pool after this time, unless that is planned for an earlier one. */
  const refillIn = (delayMs: number, denoPath: string) => {
    const at = clock.monotonic() + delayMs;
    if (isClosed || sandbox.pool === 0 || (refill !== undefined && refill.at <= at)) return;
    refill?.cancel();
    const cancel = clock.schedule(delayMs, () => {
      refill = undefined;
      void poolOf(denoPath).fill();
    });
    refill = { at, cancel };
  };

  const sandboxOf = async (denoPath: string): Promise<ProbedSandbox> => {
    probed ??= probe(denoPath);
    const result = await probed;
    // What went wrong may be mended without a restart.
    if (!result.ok) probed = undefined;
    return result;
  };

  return {
    async take(denoPath, limits, signal) {
      const ready = await abortable(sandboxOf(denoPath), signal);
      if (ready === undefined) return { ok: false, stop: runStops.cancelled() };
      if (!ready.ok) return ready;
      const { layers, dataMb } = ready.sandbox;
      // What was fixed at the start of a waiting runner are the limits of the configuration.
      const isUsual = limits.heapMb === sandbox.heapMb && limits.memoryMb <= sandbox.memoryMb;
      const waiting = isUsual ? poolOf(denoPath).take() : undefined;
      refillIn(longRunMs, denoPath);
      const extraMb = Math.max(0, limits.memoryMb - sandbox.memoryMb);
      const taken: StartedRunner =
        waiting === undefined
          ? await start(inputFor(denoPath, limits, layers, dataMb + extraMb), signal)
          : { ok: true, runner: waiting };
      if (taken.ok) void taken.runner.exited.then(() => refillIn(refillDelayMs, denoPath));
      return taken;
    },
    warm: (denoPath) => poolOf(denoPath).fill(),
    sandboxOf,
    async close() {
      isClosed = true;
      attacking.abort();
      refill?.cancel();
      await pool?.close();
      await Promise.all([...alive].map((runner) => runner.kill()));
      // One that was about to start has a folder by now, which it takes away itself.
      await Promise.all(starting);
    },
  };
}

function untried(layers: RunnerLayers, memoryMb: number): Sandbox {
  return { layers, dataMb: usualIdleDataMb + memoryMb, walls: [], problems: [] };
}

/** The value, or undefined when `signal` is aborted first. */
function abortable<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const abort = () => resolve(undefined);
    signal.addEventListener('abort', abort, { once: true });
    void value.then((result) => {
      signal.removeEventListener('abort', abort);
      resolve(result);
    });
  });
}

const mebibyte = 1_048_576;

function machine(): Machine {
  // 0 or beyond all memory where no container limits it.
  const constrained = process.constrainedMemory() / mebibyte;
  const totalMb = totalmem() / mebibyte;
  return {
    cores: availableParallelism(),
    totalMb: constrained > 0 ? Math.min(totalMb, constrained) : totalMb,
    freeMb: freemem() / mebibyte,
  };
}
