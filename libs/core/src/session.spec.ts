import { describe, expect, it } from 'vitest';
import { createSession } from './session.js';

const entry = (text: string) => ({ runId: 'r1', at: 1, level: 'log', text }) as const;

describe('createSession()', () => {
  it('shares nothing with another session', () => {
    const one = createSession('s1');
    one.logs.add(entry('x'));
    one.meter.add({ calls: 1, directBytes: 10, contextBytes: 5 });
    const other = createSession('s2');
    expect(other.logs.drain(100).entries).toEqual([]);
    expect(other.meter.totals()).toEqual({ runs: 0, calls: 0, directBytes: 0, contextBytes: 0 });
  });

  it('adds up what its runs moved', () => {
    const { meter } = createSession('s1');
    meter.add({ calls: 2, directBytes: 1000, contextBytes: 50 });
    meter.add({ calls: 0, directBytes: 0, contextBytes: 7 });
    expect(meter.totals()).toEqual({ runs: 2, calls: 2, directBytes: 1000, contextBytes: 57 });
  });
});
