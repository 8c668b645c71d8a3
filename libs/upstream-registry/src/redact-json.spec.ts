import { describe, expect, it } from 'vitest';
import { commandServer } from './fixtures/harness.js';
import { createRedactor } from './redact.js';
import { redactJson } from './redact-json.js';

const redact = createRedactor({ ...commandServer('s', 'x'), secrets: ['the-secret'] });

describe('redactJson()', () => {
  it('replaces secrets in every text and key, and leaves all else', () => {
    const value = {
      list: ['a the-secret', 1, 9007199254740993n, null, true],
      'key the-secret': { deep: [['the-secret']] },
    };
    expect(redactJson(value, redact)).toEqual({
      list: ['a [redacted]', 1, 9007199254740993n, null, true],
      'key [redacted]': { deep: [['[redacted]']] },
    });
  });

  it('keeps a key that is called __proto__', () => {
    const value = JSON.parse('{"__proto__":"the-secret"}') as Record<string, string>;
    expect(JSON.stringify(redactJson(value, redact))).toBe('{"__proto__":"[redacted]"}');
  });
});
