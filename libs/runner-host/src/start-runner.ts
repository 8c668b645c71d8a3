import type { Clock } from '@sluice/contracts';
import {
  FrameReader,
  hardeningSteps,
  protocolVersion,
  readRunnerMessage,
} from '@sluice/runner-protocol';
import type { Ready } from '@sluice/runner-protocol';
import type { DenoCommand } from './deno-command.js';
import type { RunnerLayers } from './runner-layers.js';
import { spawnRunner } from './runner-process.js';
import type { RunnerProcess } from './runner-process.js';
import type { RunnerWindow } from './runner-window.js';
import { explainFailedStart } from './explain-exit.js';
import { runStops } from './run-stops.js';
import type { StoppedRun } from './run-stops.js';

/** What {@link startRunner} takes. */
export interface StartRunnerOptions {
  readonly command: DenoCommand;
  readonly clock: Clock;
  readonly platform: NodeJS.Platform;
  /** The layers of the command: with `hardening`, a runner that leaves a step out is not used. */
  readonly layers: RunnerLayers;
  /** The window of the command; it goes with the process. */
  readonly window?: RunnerWindow;
  /** Told of the process at once, so that it can be ended while it starts. */
  readonly onSpawn?: (runner: RunnerProcess) => void;
}

/** A runner that said `ready` and waits for its one program, or why there is none. */
export type StartedRunner =
  | { readonly ok: true; readonly runner: RunnerProcess }
  | { readonly ok: false; readonly stop: StoppedRun };

/** Time for Deno to start. It takes 20 ms; a machine under full load, a few seconds. */
const startTimeoutMs = 20_000;

/** Starts a runner and waits until it says `ready` in our version of the protocol. Never rejects. */
export async function startRunner(options: StartRunnerOptions): Promise<StartedRunner> {
  const { command, clock, platform, layers, window, onSpawn } = options;
  const runner = spawnRunner(command, platform, { window });
  onSpawn?.(runner);
  const problem = await new Promise<StoppedRun | undefined>((resolve) => {
    const cancel = clock.schedule(startTimeoutMs, () =>
      resolve(runStops.slowStart(startTimeoutMs)),
    );
    runner.read(
      readReady((ready) => {
        cancel();
        resolve(typeof ready === 'string' ? runStops.noRunner(ready) : judge(ready, layers));
      }),
    );
    void runner.exited.then((exit) => {
      cancel();
      resolve(explainFailedStart(exit, platform));
    });
  });
  // It has opened it by now.
  await window?.hide();
  if (problem === undefined) return { ok: true, runner };
  await runner.kill();
  return { ok: false, stop: problem };
}

/** Why a runner that says this will not do, or undefined. */
function judge({ version, hardened }: Ready, layers: RunnerLayers): StoppedRun | undefined {
  if (version !== protocolVersion) return runStops.wrongVersion(version, protocolVersion);
  if (layers.hardening === undefined) return undefined;
  const missing = hardeningSteps.filter((step) => !hardened?.includes(step));
  return missing.length === 0 ? undefined : runStops.notHardened(missing);
}

/** Reads the first word of a runner: its `ready`, or what is wrong with it. */
function readReady(tell: (ready: Ready | string) => void): (chunk: Uint8Array) => void {
  const reader = new FrameReader({ from: 'runner', maxValueBytes: 0 });
  return (chunk) => {
    try {
      reader.push(chunk, (frame) => {
        const message = readRunnerMessage(frame);
        tell(message.name === 'ready' ? message.payload : `it sent ${message.name} first`);
      });
    } catch (error) {
      tell(error instanceof Error ? error.message : 'unreadable');
    }
  };
}
