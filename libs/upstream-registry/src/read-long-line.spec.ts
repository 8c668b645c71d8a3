import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLongLine } from './read-long-line.js';
import { readMessageLine } from './read-message-line.js';

const message = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id: 1, result });

function chunksOf(bytes: Buffer, size: number): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return chunks;
}

describe('readLongLine()', () => {
  it('reads what readMessageLine() reads, wherever the chunks end', async () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(word, word),
        fc.integer({ min: 1, max: 5 }),
        async (value, size) => {
          const bytes = Buffer.from(message(value));
          const line = await readLongLine(chunksOf(bytes, size), 1e9, () => Promise.resolve());
          expect(line).toEqual({ kind: 'messages', messages: readMessageLine(bytes), depth: 2 });
        },
      ),
    );
  });

  it('takes broken UTF-8 as readMessageLine() does', async () => {
    const broken = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"result":"'),
      Buffer.of(0xf0, 0x9f, 0xc3, 0x80, 0x80, 0x80, 0x80, 0xe2),
      Buffer.from('"}'),
    ]);
    for (const size of [1, 2, 3]) {
      const line = await readLongLine(chunksOf(broken, size), 1e9, () => Promise.resolve());
      expect(line).toMatchObject({ messages: readMessageLine(broken) });
    }
  });

  it('lets others have a turn, again and again', async () => {
    let turns = 0;
    const bytes = Buffer.from(message('x'.repeat(20_000_000)));
    await readLongLine(chunksOf(bytes, 65_536), 1e9, async () => void (turns += 1));
    expect(turns).toBeGreaterThan(8);
  });

  it('says how many values are too many, and what is no message', async () => {
    const read = (text: string) => readLongLine([Buffer.from(text)], 100, () => Promise.resolve());
    expect(await read(message(Array(200).fill(0)))).toEqual({
      kind: 'too many values',
      values: 204,
    });
    expect(await read('no json')).toEqual({ kind: 'noise' });
    expect(await read('{"a":1}')).toEqual({ kind: 'noise' });
  });
});
