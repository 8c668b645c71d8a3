import { fakeClock } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { createRunnerPool } from './runner-pool.js';
import type { RunnerExit, RunnerProcess } from './runner-process.js';
import { runStops } from './run-stops.js';
import type { StartedRunner } from './start-runner.js';

/** A pool over runners that are no processes. */
function createTestPool(size: number, canStart = true) {
  const clock = fakeClock();
  const runners: (RunnerProcess & { isAlive: boolean; die(): void })[] = [];
  const state = { size, canStart };
  const start = async (): Promise<StartedRunner> => {
    if (!state.canStart) return { ok: false, stop: runStops.slowStart(1) };
    let die: (exit: RunnerExit) => void = () => undefined;
    const exited = new Promise<RunnerExit>((resolve) => (die = resolve));
    const runner = {
      pid: runners.length,
      isAlive: true,
      exited,
      unreadBytes: 0,
      write: () => undefined,
      onceDrained: () => undefined,
      read: () => undefined,
      onErrorBytes: () => undefined,
      pause: () => undefined,
      resume: () => undefined,
      letGo: () => undefined,
      die() {
        runner.isAlive = false;
        die({ exitCode: 1, signal: null, stderrTail: '' });
      },
      kill: async () => runner.die(),
    };
    runners.push(runner);
    return { ok: true, runner };
  };
  const pool = createRunnerPool({ clock, size: () => state.size, start });
  const alive = () => runners.filter(({ isAlive }) => isAlive).length;
  return { pool, clock, runners, state, alive };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('createRunnerPool()', () => {
  it('starts nothing by itself, then as many as may wait, and no more', async () => {
    const { pool, runners } = createTestPool(2);
    expect(pool.take()).toBeUndefined();
    await settle();
    expect(runners).toHaveLength(0);
    void pool.fill();
    void pool.fill();
    await settle();
    void pool.fill();
    expect(runners).toHaveLength(2);
  });

  it('hands out each runner once', async () => {
    const { pool, runners } = createTestPool(2);
    void pool.fill();
    await settle();
    const taken = [pool.take(), pool.take(), pool.take()];
    expect(taken).toEqual([runners[0], runners[1], undefined]);
    void pool.fill();
    await settle();
    expect(pool.take()).toBe(runners[2]);
  });

  it('replaces one that waited ten minutes, and leaves one that was taken alone', async () => {
    const { pool, clock, runners } = createTestPool(2);
    void pool.fill();
    await settle();
    const taken = pool.take();
    clock.advance(600_000);
    await settle();
    expect(taken).toBe(runners[0]);
    expect(runners.map(({ isAlive }) => isAlive)).toEqual([true, false, true, true]);
    expect(pool.take()).toBe(runners[2]);
  });

  it('does not hand out one that died, nor start another one at once', async () => {
    const { pool, runners } = createTestPool(1);
    void pool.fill();
    await settle();
    runners[0]?.die();
    await settle();
    expect(pool.take()).toBeUndefined();
    expect(runners).toHaveLength(1);
    void pool.fill();
    await settle();
    expect(pool.take()).toBe(runners[1]);
  });

  it('starts again after a start that failed', async () => {
    const { pool, runners, state } = createTestPool(1, false);
    void pool.fill();
    await settle();
    state.canStart = true;
    void pool.fill();
    await settle();
    expect(pool.take()).toBe(runners[0]);
  });

  it('shrinks with what the machine allows', async () => {
    const { pool, runners, state } = createTestPool(2);
    state.size = 0;
    void pool.fill();
    await settle();
    expect(runners).toHaveLength(0);
  });

  it('ends all that wait when it is closed, and those that still start', async () => {
    const { pool, clock, alive, runners } = createTestPool(2);
    void pool.fill();
    await settle();
    pool.take();
    void pool.fill();
    await pool.close();
    await settle();
    expect(runners).toHaveLength(3);
    expect(alive()).toBe(1);
    expect(clock.pending).toBe(0);
    void pool.fill();
    await settle();
    expect(runners).toHaveLength(3);
  });
});
