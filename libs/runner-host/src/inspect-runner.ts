import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Clock, RunnerInspection } from '@sluice/contracts';
import { encodeFrame, FrameReader, readRunnerMessage } from '@sluice/runner-protocol';
import type { ProbeEnd } from '@sluice/runner-protocol';
import type { FoundDeno } from './find-deno.js';
import { installHint } from './find-deno.js';
import type { RunnerProcess } from './runner-process.js';
import type { StartedRunner } from './start-runner.js';

const execFileAsync = promisify(execFile);

/** Time for the runner to try its walls. */
const probeTimeoutMs = 20_000;

/** Starts one runner and lets it attack its own walls: what is shown was tried, not assumed. Never rejects. */
export async function inspectRunner(
  found: FoundDeno,
  start: (denoPath: string) => Promise<StartedRunner>,
  clock: Clock,
): Promise<RunnerInspection> {
  if (!found.ok) return found;
  const denoVersion = await versionOf(found.path);
  if (denoVersion === undefined)
    return {
      ok: false,
      code: 'RUNNER_START',
      message: `Cannot use "${found.path}": it does not say a version of Deno`,
      hint: installHint(process.platform),
    };
  const started = await start(found.path);
  if (!started.ok) {
    const { code, message, hint } = started.stop;
    return { ok: false, code, message, ...(hint === undefined ? {} : { hint }) };
  }
  const walls = await probe(started.runner, clock);
  await started.runner.kill();
  return judge(found.path, denoVersion, walls);
}

function judge(
  denoPath: string,
  denoVersion: string,
  walls: ProbeEnd['walls'] | undefined,
): RunnerInspection {
  if (walls === undefined)
    return {
      ok: false,
      code: 'RUNNER_START',
      message: 'Cannot inspect the sandbox: its runner did not answer',
    };
  const open = walls.filter(({ held }) => !held).map(({ name }) => name);
  if (open.length === 0)
    return { ok: true, denoPath, denoVersion, layers: walls.map(({ name }) => `deny-${name}`) };
  return {
    ok: false,
    code: 'RUNNER_START',
    message: `Cannot trust the sandbox: Deno ${denoVersion} let a runner through to ${open.join(', ')}`,
    hint: 'Use Deno 2.9, or remove sandbox.deno to use the npm package "deno".',
  };
}

async function versionOf(denoPath: string): Promise<string | undefined> {
  try {
    const { stdout } = await execFileAsync(denoPath, ['-V'], { timeout: 10_000, env: {} });
    return /^deno (\S+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

function probe(runner: RunnerProcess, clock: Clock): Promise<ProbeEnd['walls'] | undefined> {
  return new Promise((resolve) => {
    const cancel = clock.schedule(probeTimeoutMs, () => resolve(undefined));
    const settle = (walls: ProbeEnd['walls'] | undefined) => {
      cancel();
      resolve(walls);
    };
    const reader = new FrameReader({ from: 'runner', maxValueBytes: 0 });
    runner.read((chunk) => {
      try {
        reader.push(chunk, (frame) => {
          const message = readRunnerMessage(frame);
          settle(message.name === 'probe-end' ? message.payload.walls : undefined);
        });
      } catch {
        settle(undefined);
      }
    });
    void runner.exited.then(() => settle(undefined));
    runner.write(encodeFrame('probe-start', '{"id":1}'));
  });
}
