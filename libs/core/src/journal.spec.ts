import { fakeClock } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { createJournal } from './journal.js';
import type { JournalEntry } from './journal.js';

const call = (runId = 'r1') => ({
  runId,
  toolId: 'mcp__a__b',
  argsBytes: 2,
  clock: fakeClock(1000),
});

describe('createJournal()', () => {
  it('numbers calls through the whole session, whichever run makes them', () => {
    const journal = createJournal();
    journal.open(call('r1'));
    journal.open(call('r2'));
    journal.open(call('r1'));
    expect(journal.entries().map(({ n, runId }) => [n, runId])).toEqual([
      [1, 'r1'],
      [2, 'r2'],
      [3, 'r1'],
    ]);
  });

  it('follows a call from the queue to its end, with times from the sending on', () => {
    const clock = fakeClock(1000);
    const states: JournalEntry[] = [];
    const open = createJournal().open({ ...call(), clock }, (entry) => states.push(entry));
    clock.advance(50);
    open.identify({ server: 'a', tool: 'b' });
    open.sent();
    clock.advance(25);
    open.end({ state: 'done', resultBytes: 7 });
    open.end({ state: 'failed', error: { code: 'INTERNAL', message: 'too late' } });
    expect(states.map(({ state, server }) => [state, server])).toEqual([
      ['queued', ''],
      ['queued', 'a'],
      ['running', 'a'],
      ['done', 'a'],
    ]);
    expect(open.entry()).toEqual({
      n: 1,
      runId: 'r1',
      toolId: 'mcp__a__b',
      server: 'a',
      tool: 'b',
      state: 'done',
      argsBytes: 2,
      resultBytes: 7,
      startedAt: 1050,
      durationMs: 25,
    });
  });

  it('keeps the last 10,000 entries and counts on', () => {
    const journal = createJournal();
    const first = journal.open(call());
    for (let i = 0; i < 10_001; i += 1) journal.open(call());
    first.end({ state: 'done' });
    const kept = journal.entries();
    expect(kept).toHaveLength(10_000);
    expect([kept.at(0)?.n, kept.at(-1)?.n]).toEqual([3, 10_002]);
  });
});
