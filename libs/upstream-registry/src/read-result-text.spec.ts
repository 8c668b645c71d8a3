import { describe, expect, it } from 'vitest';
import { readResultText } from './read-result-text.js';

let turns = 0;
const read = (text: string, maxValues = 1e9) =>
  readResultText(text, {
    maxValues,
    tooMany: (values) => new Error(`too many: ${values}`),
    pause: async () => void (turns += 1),
  });
const nested = (depth: number, inner = '') => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`;

describe('readResultText()', () => {
  it('gives the value of JSON text with all digits, short or long', async () => {
    expect(await read('{"id":12345678901234567890}')).toEqual({ id: 12345678901234567890n });
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'é'.repeat(10) }));
    turns = 0;
    expect(await read(JSON.stringify(rows))).toEqual(rows);
    expect(turns).toBeGreaterThan(2);
  });

  it('gives nothing of what is none, or nested too deep, short or long', async () => {
    const long = `"${'x'.repeat(1_100_000)}"`;
    for (const inner of ['', long]) {
      expect(await read(nested(1000, inner))).toBeDefined();
      expect(await read(nested(1001, inner))).toBeUndefined();
      expect(await read(`[${inner},`)).toBeUndefined();
    }
  });

  it('refuses too many values, before they are parsed', async () => {
    const text = `[${Array(1000).fill(0).join()}]`;
    await expect(read(text, 500)).rejects.toThrow('too many: 1001');
    expect(await read(text, 1001)).toHaveLength(1000);
  });
});
