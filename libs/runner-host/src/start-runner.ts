import type { Clock } from '@sluice/contracts';
import { FrameReader, protocolVersion, readRunnerMessage } from '@sluice/runner-protocol';
import type { DenoCommand } from './deno-command.js';
import { spawnRunner } from './runner-process.js';
import type { RunnerProcess } from './runner-process.js';
import { explainFailedStart, runStops } from './run-stops.js';
import type { StoppedRun } from './run-stops.js';

/** What {@link startRunner} takes. */
export interface StartRunnerOptions {
  readonly command: DenoCommand;
  readonly clock: Clock;
  readonly platform: NodeJS.Platform;
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
  const { command, clock, platform, onSpawn } = options;
  const runner = spawnRunner(command, platform);
  onSpawn?.(runner);
  const problem = await new Promise<StoppedRun | undefined>((resolve) => {
    const cancel = clock.schedule(startTimeoutMs, () =>
      resolve(runStops.slowStart(startTimeoutMs)),
    );
    runner.read(
      readReady((answer) => {
        cancel();
        resolve(answer);
      }),
    );
    void runner.exited.then((exit) => {
      cancel();
      resolve(explainFailedStart(exit, platform));
    });
  });
  if (problem === undefined) return { ok: true, runner };
  await runner.kill();
  return { ok: false, stop: problem };
}

/** Reads the first word of a runner; what it tells is why it will not do, or undefined. */
function readReady(tell: (problem: StoppedRun | undefined) => void): (chunk: Uint8Array) => void {
  const reader = new FrameReader({ from: 'runner', maxValueBytes: 0 });
  return (chunk) => {
    try {
      reader.push(chunk, (frame) => {
        const message = readRunnerMessage(frame);
        if (message.name !== 'ready') throw new TypeError(`it sent ${message.name} first`);
        const { version } = message.payload;
        tell(
          version === protocolVersion ? undefined : runStops.wrongVersion(version, protocolVersion),
        );
      });
    } catch (error) {
      tell(runStops.noRunner(error instanceof Error ? error.message : 'unreadable'));
    }
  };
}
