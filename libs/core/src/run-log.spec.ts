import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRunLog } from './run-log.js';

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

describe('createRunLog()', () => {
  it('shows everything where it fits, with the level of what is not plain', () => {
    const log = createRunLog(1000);
    log.add({ level: 'log', text: 'one\ntwo' });
    log.add({ level: 'error', text: 'bad' });
    expect(log.summarize(1000)).toEqual({
      tail: 'one\ntwo\n[error] bad',
      lines: 3,
      bytes: 20,
      leftOut: { lines: 0, bytes: 0 },
      dropped: { lines: 0, bytes: 0 },
    });
  });

  it('shows whole last lines and counts what is before them', () => {
    const log = createRunLog(1000);
    for (let i = 0; i < 10; i += 1) log.add({ level: 'log', text: `line ${i}` });
    expect(log.summarize(20)).toEqual({
      tail: 'line 8\nline 9',
      lines: 10,
      bytes: 70,
      leftOut: { lines: 8, bytes: 56 },
      dropped: { lines: 0, bytes: 0 },
    });
  });

  it('shows the end of a last line that is too long by itself, and marks the cut', () => {
    const log = createRunLog(1000);
    log.add({ level: 'log', text: `start ${'🦆'.repeat(30)} end` });
    const { tail, leftOut } = log.summarize(20);
    expect(tail).toBe('…🦆🦆🦆 end');
    expect(leftOut).toEqual({ lines: 1, bytes: 6 + 30 * 4 + 4 + 1 - 16 });
  });

  it('keeps the last lines beyond its limit, and counts the dropped ones with those the runner dropped', () => {
    const log = createRunLog(70);
    for (let i = 0; i < 100; i += 1) log.add({ level: 'log', text: `line ${i % 10}` });
    log.setUnsent({ lines: 5, bytes: 500 });
    expect(log.unsent()).toEqual({ lines: 5, bytes: 500 });
    expect(log.summarize(1000)).toMatchObject({
      lines: 105,
      bytes: 1200,
      leftOut: { lines: 95, bytes: 1130 },
      dropped: { lines: 95, bytes: 1130 },
    });
  });

  it('holds both budgets and loses no count, whatever is printed', () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '🦆', '\n') }));
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: 4, max: 60 }),
        fc.integer({ min: 4, max: 60 }),
        (texts, max, tailMax) => {
          const log = createRunLog(max);
          for (const text of texts) log.add({ level: 'log', text });
          const { tail, lines: count, bytes, leftOut, dropped } = log.summarize(tailMax);
          expect(bytes - dropped.bytes).toBeLessThanOrEqual(max);
          expect(bytesOf(tail)).toBeLessThanOrEqual(tailMax);
          expect(tail).not.toMatch(/\p{Surrogate}/u);
          expect(count).toBe(texts.join('\n').split('\n').length * Number(texts.length > 0));
          expect(bytes).toBe(texts.reduce((sum, text) => sum + bytesOf(text) + 1, 0));
          expect(dropped.lines > 0).toBe(bytes > max);
          expect(leftOut.lines).toBeGreaterThanOrEqual(dropped.lines);
        },
      ),
    );
  });
});
