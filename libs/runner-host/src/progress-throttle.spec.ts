import { fakeClock } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { createProgressThrottle } from './progress-throttle.js';

function start() {
  const clock = fakeClock();
  const passed: number[] = [];
  return {
    clock,
    passed,
    throttle: createProgressThrottle(clock, ({ done }) => passed.push(done)),
  };
}

describe('createProgressThrottle()', () => {
  it('passes the first report at once and then the newest every 50 ms', () => {
    const { clock, passed, throttle } = start();
    for (const done of [1, 2, 3]) throttle.report({ done });
    expect(passed).toEqual([1]);
    clock.advance(50);
    expect(passed).toEqual([1, 3]);
    clock.advance(49);
    throttle.report({ done: 4 });
    expect(passed).toEqual([1, 3]);
    clock.advance(1);
    expect(passed).toEqual([1, 3, 4]);
    clock.advance(500);
    throttle.report({ done: 5 });
    expect(passed).toEqual([1, 3, 4, 5]);
  });

  it('passes what waits when it finishes, nothing after, and leaves no timer', () => {
    const { clock, passed, throttle } = start();
    for (const done of [1, 2]) throttle.report({ done });
    throttle.finish();
    throttle.report({ done: 3 });
    clock.advance(1000);
    expect(passed).toEqual([1, 2]);
    expect(clock.pending).toBe(0);
  });
});
