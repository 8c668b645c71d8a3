import { describe, expect, it } from 'vitest';
import { onAbort } from './on-abort.js';

describe('onAbort()', () => {
  it('runs each task once, in order, and none that was taken back', () => {
    const controller = new AbortController();
    const ran: string[] = [];
    onAbort(controller.signal, () => ran.push('one'));
    const takeBack = onAbort(controller.signal, () => ran.push('two'));
    onAbort(controller.signal, () => ran.push('three'));
    takeBack();
    controller.abort();
    expect(ran).toEqual(['one', 'three']);
  });

  it('runs at once where the signal is aborted already', () => {
    let runs = 0;
    onAbort(AbortSignal.abort(), () => (runs += 1));
    expect(runs).toBe(1);
  });

  it('puts one listener on a signal, however many tasks wait', () => {
    const { signal } = new AbortController();
    let listeners = 0;
    signal.addEventListener = () => void (listeners += 1);
    for (let i = 0; i < 100; i += 1) onAbort(signal, () => undefined);
    expect(listeners).toBe(1);
  });
});
