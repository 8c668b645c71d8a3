import { describe, expect, it } from 'vitest';
import { createSession } from './session.js';

const log = (runId: string, ...lines: string[]) => ({ runId, endedAt: 1, lines });

describe('createSession()', () => {
  it('keeps the logs of the last runs within its limit, the oldest going first', () => {
    const { logs } = createSession('s1', { maxLogBytes: 12 });
    for (const id of ['r1', 'r2', 'r3', 'r4']) logs.add(log(id, 'abc'));
    logs.add(log('silent'));
    expect(logs.runs().map(({ runId }) => runId)).toEqual(['r2', 'r3', 'r4']);
    logs.add(log('r5', 'é'.repeat(4)));
    expect(logs.runs().map(({ runId }) => runId)).toEqual(['r5']);
    logs.clear();
    expect(logs.runs()).toEqual([]);
  });

  it('keeps the last log even where that alone is beyond the limit: it was bounded when it was written', () => {
    const { logs } = createSession('s1', { maxLogBytes: 3 });
    logs.add(log('r1', 'abcdef'));
    expect(logs.runs()).toHaveLength(1);
  });

  it('shares nothing with another session', () => {
    const one = createSession('s1');
    one.logs.add(log('r1', 'x'));
    expect(createSession('s2').logs.runs()).toEqual([]);
  });
});
