import { fakeClock } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { createRunTimer } from './run-timer.js';

function start(timeoutMs: number) {
  const clock = fakeClock();
  let timeouts = 0;
  const timer = createRunTimer(clock, timeoutMs, () => (timeouts += 1));
  const stopped = () => {
    let goOn: () => void = () => undefined;
    const done = timer.stopWhile(() => new Promise<void>((resolve) => (goOn = resolve)));
    return async () => {
      goOn();
      await done;
    };
  };
  return { clock, timer, stopped, timeouts: () => timeouts };
}

describe('createRunTimer()', () => {
  it('runs out after its time', () => {
    const { clock, timeouts } = start(1000);
    clock.advance(999);
    expect(timeouts()).toBe(0);
    clock.advance(1);
    expect(timeouts()).toBe(1);
  });

  it('stands still while somebody is asked, and then has what was left', async () => {
    const { clock, stopped, timeouts } = start(1000);
    clock.advance(600);
    const goOn = stopped();
    clock.advance(1_000_000);
    await goOn();
    clock.advance(399);
    expect(timeouts()).toBe(0);
    clock.advance(1);
    expect(timeouts()).toBe(1);
  });

  it('goes on when the last of several questions is answered', async () => {
    const { clock, stopped, timeouts } = start(1000);
    const [first, second] = [stopped(), stopped()];
    clock.advance(5000);
    await first();
    clock.advance(5000);
    expect(timeouts()).toBe(0);
    await second();
    clock.advance(1000);
    expect(timeouts()).toBe(1);
  });

  it('goes on after a question that failed', async () => {
    const { clock, timer, timeouts } = start(1000);
    await expect(timer.stopWhile(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    clock.advance(1000);
    expect(timeouts()).toBe(1);
  });

  it('leaves nothing scheduled when the run ends, be it while somebody is asked', async () => {
    const { clock, timer, stopped, timeouts } = start(1000);
    const goOn = stopped();
    timer.end();
    await goOn();
    expect(clock.pending).toBe(0);
    clock.advance(5000);
    expect(timeouts()).toBe(0);
  });
});
