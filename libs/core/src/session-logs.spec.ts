import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSessionLogs } from './session-logs.js';

const entry = (text: string) => ({ runId: 'r1', at: 1, level: 'log', text }) as const;
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

describe('createSessionLogs()', () => {
  it('gives what was printed once, oldest first, with ids that count on', () => {
    const logs = createSessionLogs(1000);
    logs.add(entry('one'));
    logs.add({ ...entry('two'), level: 'error' });
    expect(logs.drain(100)).toEqual({
      entries: [
        { ...entry('one'), id: 1 },
        { ...entry('two'), id: 2, level: 'error' },
      ],
      isCut: false,
      left: { entries: 0, bytes: 0 },
      lost: { entries: 0, bytes: 0 },
    });
    logs.add(entry('three'));
    expect(logs.drain(100).entries).toEqual([{ ...entry('three'), id: 3 }]);
    expect(logs.drain(100).entries).toEqual([]);
  });

  it('lets the oldest fall out when it is full, and says so once', () => {
    const logs = createSessionLogs(12);
    for (const text of ['aaa', 'bbb', 'ccc', 'ddd']) logs.add(entry(text));
    logs.lose({ entries: 2, bytes: 20 });
    const drained = logs.drain(100);
    expect(drained.entries.map(({ text }) => text)).toEqual(['bbb', 'ccc', 'ddd']);
    expect(drained.lost).toEqual({ entries: 3, bytes: 24 });
    expect(logs.drain(100).lost).toEqual({ entries: 0, bytes: 0 });
  });

  it('drops an entry that is larger than all it may keep', () => {
    const logs = createSessionLogs(5);
    logs.add(entry('123456'));
    expect(logs.drain(100)).toMatchObject({ entries: [], lost: { entries: 1, bytes: 7 } });
  });

  it('says how many it forgot', () => {
    const logs = createSessionLogs(100);
    logs.add(entry('a'));
    logs.add(entry('b'));
    expect([logs.clear(), logs.clear(), logs.drain(9).entries.length]).toEqual([2, 0, 0]);
  });

  it('goes on after thousands of entries fell out', () => {
    const logs = createSessionLogs(20);
    for (let at = 0; at < 5000; at += 1) logs.add(entry(String(at)));
    const { entries, lost } = logs.drain(100);
    expect(entries.map(({ text }) => text)).toEqual(['4996', '4997', '4998', '4999']);
    expect(lost.entries).toBe(4996);
  });

  it('loses nothing and repeats nothing, in whatever pieces it is read', () => {
    const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '🦆', '\n') }));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), (printed, room) => {
        const logs = createSessionLogs(1_000_000);
        for (const text of printed) logs.add(entry(text));
        const byId = new Map<number, string>();
        for (;;) {
          const { entries, left } = logs.drain(room);
          for (const { id, text } of entries) byId.set(id, (byId.get(id) ?? '') + text);
          for (const { text } of entries) expect(text).not.toMatch(/\p{Surrogate}/u);
          const shown = entries.reduce((sum, { text }) => sum + bytesOf(text), 0);
          expect(shown).toBeLessThanOrEqual(Math.max(4, room));
          if (left.entries === 0) break;
        }
        expect([...byId.values()]).toEqual(printed);
      }),
    );
  });
});
