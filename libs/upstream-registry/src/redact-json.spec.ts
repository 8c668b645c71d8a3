import { describe, expect, it } from 'vitest';
import { commandServer } from './fixtures/harness.js';
import { createRedactor } from './redact.js';
import { redactJson } from './redact-json.js';

const redact = createRedactor({ ...commandServer('s', 'x'), secrets: ['the-secret'] });
const noPause = () => Promise.resolve();

describe('redactJson()', () => {
  it('replaces secrets in every text and key, and leaves all else', async () => {
    const value = {
      list: ['a the-secret', 1, 9007199254740993n, null, true],
      'key the-secret': { deep: [['the-secret']] },
    };
    expect(await redactJson(value, redact, noPause)).toEqual({
      list: ['a [redacted]', 1, 9007199254740993n, null, true],
      'key [redacted]': { deep: [['[redacted]']] },
    });
  });

  it('keeps a key that is called __proto__', async () => {
    const value = JSON.parse('{"__proto__":"the-secret"}') as Record<string, string>;
    expect(JSON.stringify(await redactJson(value, redact, noPause))).toBe(
      '{"__proto__":"[redacted]"}',
    );
  });

  it.each([
    ['one long text', 'the-secret and more, '.repeat(10_000)],
    ['many short texts', Array.from({ length: 10_000 }, () => 'the-secret and more, ')],
    [
      'many short keys',
      Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`the-secret number ${i}`, i])),
    ],
  ])('lets others have a turn while it looks through %s', async (_, value) => {
    let turns = 0;
    const pause = async () => void (turns += 1);
    const clean = await redactJson(value, redact, pause);
    expect(JSON.stringify(clean)).toBe(
      JSON.stringify(value).replaceAll('the-secret', '[redacted]'),
    );
    expect(turns).toBeGreaterThan(1);
  });
});
