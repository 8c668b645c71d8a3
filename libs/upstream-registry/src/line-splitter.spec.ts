import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLineSplitter } from './line-splitter.js';

/** All lines of a text that arrives in pieces of these sizes. */
function linesOf(text: Buffer, sizes: readonly number[], limit = 1_000_000) {
  const splitter = createLineSplitter(limit);
  const lines = [];
  let at = 0;
  for (const size of [...sizes, text.length]) {
    lines.push(...splitter.push(text.subarray(at, at + size)));
    at += size;
  }
  return { lines, pending: splitter.takePending().toString() };
}

describe('createLineSplitter()', () => {
  it('finds the same lines however the bytes are cut', () => {
    const sizes = fc.array(fc.nat({ max: 7 }), { maxLength: 40 });
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'ž', '日', '\r') })),
        sizes,
        (parts, cuts) => {
          const { lines, pending } = linesOf(Buffer.from(parts.join('\n')), cuts);
          expect([
            ...lines.map((line) => (line.kind === 'line' ? line.bytes.toString() : '!')),
            pending,
          ]).toEqual(parts.length === 0 ? [''] : parts);
        },
      ),
    );
  });

  it('throws a line beyond the limit away but for its ends, and goes on', () => {
    const long = `{"id":7,${'x'.repeat(5000)},"end":true}`;
    const text = Buffer.from(`first\n${long}\nlast\n`);
    const { lines } = linesOf(
      text,
      Array.from({ length: 60 }, () => 100),
      3000,
    );
    expect(lines.map((line) => line.kind)).toEqual(['line', 'oversize', 'line']);
    const [, oversize] = lines;
    if (oversize?.kind !== 'oversize') throw new Error('no oversize line');
    expect(oversize.sizeBytes).toBe(long.length);
    expect(oversize.head.toString()).toBe(long.slice(0, 1024));
    expect(oversize.tail.toString()).toBe(long.slice(-1024));
  });

  it('keeps no more than the ends of a line that never ends', () => {
    const splitter = createLineSplitter(1000);
    for (let i = 0; i < 1000; i += 1) splitter.push(Buffer.alloc(1000, 'x'));
    expect(splitter.pendingBytes()).toBe(1_000_000);
    expect(splitter.takePending()).toHaveLength(1024);
  });
});
