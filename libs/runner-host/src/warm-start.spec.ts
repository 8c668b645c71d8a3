import type { RunnerPort } from '@sluice/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createTestRunner,
  livingRunners,
  machineLayers,
  runProgram,
  testSandbox,
} from './fixtures/run-program.js';
import { untilLiving } from './fixtures/until-living.js';

const open: RunnerPort[] = [];
afterEach(async () => {
  for (const runner of open.splice(0)) await runner.close();
  expect(livingRunners()).toEqual([]);
});

const layers = machineLayers();
function withPool(pool: number): RunnerPort {
  const runner = createTestRunner({ sandbox: { ...testSandbox, pool }, layers });
  open.push(runner);
  return runner;
}

describe('a runner host with a pool', () => {
  it('gives a run the runner that waited, and starts another one for the next', async () => {
    const runner = withPool(1);
    await runner.warm?.();
    const [first] = livingRunners();
    let during: readonly number[] = [];
    const { value } = await runProgram(runner, 'await fake.echo({}); return 1', {
      async call() {
        during = await untilLiving(2);
        return { ok: true, value: null };
      },
    });
    expect(value).toBe(1);
    expect(during).toContain(first);
    const [second] = await untilLiving(1);
    expect(second).not.toBe(first);
  });

  it('runs cold when none is ready, and many at once', async () => {
    const runner = withPool(1);
    const runs = Array.from({ length: 4 }, (_, n) => runProgram(runner, `return ${n}`));
    expect((await Promise.all(runs)).map(({ value }) => value)).toEqual([0, 1, 2, 3]);
    await untilLiving(1);
  });

  it('carries nothing from one run to the next', async () => {
    const runner = withPool(1);
    await runner.warm?.();

    await runProgram(runner, 'globalThis.left = 1; Object.prototype.left = 2; return 1');
    await untilLiving(1);
    expect(
      (await runProgram(runner, 'return [globalThis.left ?? null, {}.left ?? null]')).value,
    ).toEqual([null, null]);
  });

  it('does not use a waiting runner for a run with another heap', async () => {
    const runner = withPool(1);
    await runner.warm?.();
    const [waiting] = livingRunners();
    await runProgram(runner, 'return 1', { limits: { heapMb: 128 } });
    expect(await untilLiving(1)).toEqual([waiting]);
  });

  it('keeps none where none is wanted, and ends those that wait or start when it is closed', async () => {
    const none = withPool(0);
    await none.warm?.();
    await runProgram(none, 'return 1');
    await untilLiving(0);
    const starting = withPool(4);
    void starting.warm?.();
    await new Promise((resolve) => setTimeout(resolve, 5));
    await starting.close();
  });
});
