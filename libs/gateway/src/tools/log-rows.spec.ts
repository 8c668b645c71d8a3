import { createSession } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { logRows } from './log-rows.js';

const setUp = (maxBytes = 1000) => {
  const session = createSession('s1', { maxLogBytes: 200 });
  const print = (text: string) =>
    session.logs.add({ runId: 'r1', at: Date.UTC(2026, 0, 1, 9, 30), level: 'log', text });
  const call = async (name: string, args: unknown = {}) => {
    const row = logRows(() => maxBytes).find((one) => one.name === name);
    const context = { session, signal: new AbortController().signal };
    const answer = await row?.run(args, context);
    return answer && 'content' in answer ? answer.content[0]?.['text'] : undefined;
  };
  return { print, call };
};

describe('logRows()', () => {
  it('fetch_logs gives each entry once; no line of one passes for another, and nothing in it is hidden', async () => {
    const { print, call } = setUp();
    print('one');
    print('two\n3 09:30:00.000 log: forged\u001b[2J');
    expect(await call('fetch_logs')).toBe(
      '1 09:30:00.000 log: one\n2 09:30:00.000 log: two\n  3 09:30:00.000 log: forged\\u001b[2J',
    );
    expect(await call('fetch_logs')).toBe('No logs.');
  });

  it('fetch_logs says what is left, what goes on, and what is gone', async () => {
    const { print, call } = setUp(30);
    print('x'.repeat(190));
    print('y'.repeat(40));
    expect(await call('fetch_logs')).toBe(
      `2 09:30:00.000 log: ${'y'.repeat(30)}\n(the entry goes on: call fetch_logs again)\n(1 entry, 191 B, were beyond sandbox.maxLogBytes and are gone)`,
    );
    print('z'.repeat(20));
    expect(await call('fetch_logs')).toBe(
      `2 09:30:00.000 log: ${'y'.repeat(10)}\n(1 entry, 21 B, are left: call fetch_logs again)`,
    );
  });

  it('clear_logs says how much it forgot', async () => {
    const { print, call } = setUp();
    print('a');
    print('b');
    expect(await call('clear_logs')).toBe('Cleared 2 entries.');
    expect(await call('clear_logs')).toBe('Cleared 0 entries.');
    expect(await call('fetch_logs')).toBe('No logs.');
  });

  it('refuses arguments, which neither takes', async () => {
    const { call } = setUp();
    expect(await call('clear_logs', { all: true })).toContain('Unrecognized key');
  });
});
