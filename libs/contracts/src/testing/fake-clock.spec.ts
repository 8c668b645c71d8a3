import { describe, expect, it } from 'vitest';
import { fakeClock } from './fake-clock.js';

describe('fakeClock()', () => {
  it('runs what falls due in the order of time, each at its own time', () => {
    const clock = fakeClock(1000);
    const ran: [string, number][] = [];
    clock.schedule(20, () => ran.push(['late', clock.now()]));
    clock.schedule(10, () => {
      ran.push(['early', clock.now()]);
      clock.schedule(5, () => ran.push(['nested', clock.monotonic()]));
    });
    const cancel = clock.schedule(12, () => ran.push(['cancelled', 0]));
    cancel();
    clock.advance(19);
    expect(ran).toEqual([
      ['early', 1010],
      ['nested', 15],
    ]);
    expect([clock.now(), clock.pending]).toEqual([1019, 1]);
    clock.advance(1);
    expect(ran.at(-1)).toEqual(['late', 1020]);
    expect(clock.pending).toBe(0);
  });

  it('lets promises settle between due tasks when asked to', async () => {
    const clock = fakeClock();
    const steps: string[] = [];
    const wait = (ms: number) => new Promise<void>((resolve) => clock.schedule(ms, resolve));
    const work = (async () => {
      await wait(10);
      steps.push('first');
      await wait(10);
      steps.push('second');
    })();
    await clock.advanceAsync(20);
    expect(steps).toEqual(['first', 'second']);
    await work;
  });
});
