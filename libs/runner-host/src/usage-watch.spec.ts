import { fakeClock } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { processUsage } from './process-usage.js';
import type { UsageReader } from './usage-reader.js';
import { watchUsage } from './usage-watch.js';
import type { UsageWatchOptions } from './usage-watch.js';

function watch({
  usageOf = processUsage,
  ...options
}: Partial<UsageWatchOptions> & { readonly usageOf?: UsageReader['read'] }) {
  const clock = fakeClock();
  const exceeded: string[] = [];
  const stop = watchUsage({
    pid: process.pid,
    memoryMb: 1_000_000,
    cpuSeconds: 1_000_000,
    ...options,
    reader: { intervalMs: 20, read: usageOf },
    clock,
    onExceeded: (what) => void exceeded.push(what),
  });
  return { clock, stop, exceeded };
}

const used = (cpuSeconds: number) => ({ residentMb: 10, dataMb: 10, cpuSeconds });

describe('watchUsage()', () => {
  it('tells once that a process is over its memory', () => {
    const { clock, exceeded } = watch({ memoryMb: 1 });
    clock.advance(1000);
    expect(exceeded).toEqual(['memory']);
    expect(clock.pending).toBe(0);
  });

  it('counts CPU time from its own start', () => {
    let cpu = 5;
    const { clock, exceeded } = watch({ cpuSeconds: 2, usageOf: () => used(cpu) });
    cpu = 7;
    clock.advance(100);
    expect(exceeded).toEqual([]);
    cpu = 7.01;
    clock.advance(1000);
    expect(exceeded).toEqual(['cpu']);
  });

  it('reads the CPU time of a real process, in seconds', () => {
    const before = process.cpuUsage();
    const { clock, exceeded } = watch({ cpuSeconds: 0.05 });
    while ((process.cpuUsage().user - before.user) / 1e6 < 0.2);
    clock.advance(100);
    expect(exceeded).toEqual(['cpu']);
  });

  it('goes on looking below the limits, until it is stopped', () => {
    const { clock, stop, exceeded } = watch({});
    clock.advance(1000);
    expect(clock.pending).toBe(1);
    stop();
    expect(clock.pending).toBe(0);
    expect(exceeded).toEqual([]);
  });

  it('ends by itself when the process is gone, or cannot be looked at', () => {
    const gone = watch({ pid: 0x7fff_ffff });
    gone.clock.advance(1000);
    expect([gone.exceeded, gone.clock.pending]).toEqual([[], 0]);
    let usage: ReturnType<typeof used> | undefined = used(1);
    const going = watch({ usageOf: () => usage });
    usage = undefined;
    going.clock.advance(1000);
    expect([going.exceeded, going.clock.pending]).toEqual([[], 0]);
  });

  it('judges what a command says later, and nothing after it was stopped', async () => {
    let cpu = 1;
    const later = watch({ cpuSeconds: 2, usageOf: async () => used(cpu) });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    await turn();
    cpu = 4;
    later.clock.advance(20);
    expect(later.exceeded).toEqual([]);
    await turn();
    expect(later.exceeded).toEqual(['cpu']);

    const stopped = watch({ memoryMb: 1, usageOf: async () => used(1) });
    stopped.stop();
    await turn();
    expect([stopped.exceeded, stopped.clock.pending]).toEqual([[], 0]);
  });
});
