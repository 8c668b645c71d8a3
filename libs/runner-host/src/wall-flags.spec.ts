import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { denoCommand } from './deno-command.js';
import { findDeno } from './find-deno.js';
import { runnerUrl } from './fixtures/run-program.js';
import { systemClock } from './fixtures/system-clock.js';
import { probeRunner } from './probe-runner.js';
import { openRunnerWindow } from './runner-window.js';
import type { RunnerWindow } from './runner-window.js';
import { startRunner } from './start-runner.js';

const found = findDeno({
  setting: undefined,
  environment: {},
  platform: process.platform,
  arch: process.arch,
});
const started: { kill(): Promise<void> }[] = [];
afterAll(() => Promise.all(started.map((runner) => runner.kill())));

/** The walls that a runner finds open when its arguments are changed. */
async function openWalls(
  change: (args: readonly string[]) => readonly string[],
  window?: RunnerWindow,
) {
  const command = denoCommand({
    denoPath: found.ok ? found.path : '',
    runnerUrl,
    heapMb: 256,
    cpuSeconds: 60,
    dataMb: 1200,
    hostPid: process.pid,
    platform: process.platform,
    layers: {},
    ...(window ? { window } : {}),
  });
  const options = { clock: systemClock, platform: process.platform, layers: {} };
  const start = await startRunner({
    ...options,
    command: { ...command, args: change(command.args) },
    ...(window ? { window } : {}),
  });
  if (!start.ok) throw new Error(start.stop.message);
  started.push(start.runner);
  const walls = await probeRunner(start.runner, systemClock, undefined);
  await start.runner.kill();
  return walls?.filter(({ held }) => !held).map(({ name }) => name);
}

const replace = (flag: string, by: readonly string[]) => (args: readonly string[]) => {
  expect(args.some((arg) => arg.startsWith(flag))).toBe(true);
  return args.flatMap((arg) => (arg.startsWith(flag) ? by : [arg]));
};

describe('the arguments of a runner', () => {
  it('leave no wall open', async () => {
    expect(await openWalls((args) => args)).toEqual([]);
  });

  it('leave no wall open with a window, not even to the window, whatever was allowed to be read', async () => {
    for (const change of [
      (args: readonly string[]) => args,
      replace('--allow-read', ['--allow-read']),
    ]) {
      const parent = await mkdtemp(join(tmpdir(), 'sluice-wall-'));
      expect(await openWalls(change, await openRunnerWindow(parent))).toEqual([]);
      await rmdir(parent);
    }
  });

  it.each([
    ['--deny-read', ['--allow-read'], 'read'],
    ['--deny-net', ['--allow-net'], 'net'],
    ['--deny-env', ['--allow-env'], 'env'],
    ['--deny-sys', ['--allow-sys'], 'sys'],
    ['--deny-run', ['--allow-run'], 'run'],
    ['--deny-ffi', ['--allow-ffi'], 'ffi'],
    ['--import-map', [], 'node'],
    ['--v8-flags', [], 'eval'],
  ])('close what %s closes: with %j it is found open', async (flag, by, wall) => {
    expect(await openWalls(replace(flag, by))).toEqual([wall]);
  });
});
