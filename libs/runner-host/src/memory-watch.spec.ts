import { fakeClock } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { watchMemory } from './memory-watch.js';

function watch(limitMb: number, options: { pid?: number; platform?: NodeJS.Platform } = {}) {
  const clock = fakeClock();
  let exceeded = 0;
  const stop = watchMemory({
    pid: process.pid,
    platform: 'linux',
    ...options,
    limitMb,
    clock,
    onExceeded: () => (exceeded += 1),
  });
  return { clock, stop, exceeded: () => exceeded };
}

describe('watchMemory()', () => {
  it('tells once that a process is over its limit', () => {
    const { clock, exceeded } = watch(1);
    clock.advance(1000);
    expect(exceeded()).toBe(1);
    expect(clock.pending).toBe(0);
  });

  it('goes on looking below the limit, until it is stopped', () => {
    const { clock, stop, exceeded } = watch(1_000_000);
    clock.advance(1000);
    expect(clock.pending).toBe(1);
    stop();
    expect(clock.pending).toBe(0);
    expect(exceeded()).toBe(0);
  });

  it('ends by itself when the process is gone, and does nothing where there is no /proc', () => {
    const gone = watch(1, { pid: 0x7fff_ffff });
    gone.clock.advance(1000);
    expect([gone.exceeded(), gone.clock.pending]).toEqual([0, 0]);
    expect(watch(1, { platform: 'darwin' }).clock.pending).toBe(0);
  });
});
