import { describe, expect, it } from 'vitest';
import { lookAtSmallValue, lookAtValue } from './look-at-value.js';

const look = (json: string) =>
  lookAtValue({ json, sizeBytes: json.length, isWhole: true, previewMaxBytes: 64 });

describe('lookAtValue()', () => {
  it('tells shape and preview', () => {
    expect(look('{"rows":[1,2,3],"note":"x"}')).toEqual({
      shape: '{ rows: Array(3) of number, note: string }',
      preview: '{"rows": [1, 2, 3], "note": "x"}',
    });
  });

  it('looks at the first million values of one that holds more, and says so', () => {
    expect(look(`[${'{},'.repeat(1_500_000)}{}]`)).toEqual({
      shape: 'its first part: Array(500000) of {}',
      preview: '[{},{},{},{},{},{},{},{},{}\n… (27 of 4500004 bytes shown)',
    });
  });

  it.each([
    [`${'['.repeat(20_000)}12345678901234567890,1`, 'too deeply nested to describe'],
    ['"only a str', 'one long text or number'],
  ])('shows the start of a text that it cannot read', (json, why) => {
    const start = lookAtValue({ json, sizeBytes: 40_020, isWhole: false, previewMaxBytes: 64 });
    expect(start.shape).toBe(`JSON, ${why}`);
    expect(json.startsWith(start.preview.split('\n')[0] ?? '?')).toBe(true);
  });
});

describe('lookAtSmallValue()', () => {
  it('looks at a small value as lookAtValue() does, and leaves a large one alone', () => {
    const text = { json: '[1]', sizeBytes: 3, isWhole: true, previewMaxBytes: 64 };
    expect(lookAtSmallValue(text)).toEqual(lookAtValue(text));
    const json = `[${' '.repeat(262_143)}]`;
    expect(lookAtSmallValue({ ...text, json })).toBeUndefined();
  });
});
