import fc from 'fast-check';
import type { Json } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { previewText, previewValue } from './preview-value.js';

const bytesOf = (text: string) => new TextEncoder().encode(text).length;

describe('previewValue()', () => {
  it('shows all of a value that fits', () => {
    expect(previewValue({ a: [1, 'x', null, 12345678901234567890n], b: {} }, 4096)).toBe(
      '{"a": [1, "x", null, 12345678901234567890], "b": {}}',
    );
  });

  it('shows the start of everything and counts the rest', () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `row ${id}` }));
    expect(previewValue({ rows, total: 7 }, 200)).toBe(
      '{"rows": [{"id": 0, "name": "row 0"}, {"id": 1, "name": "row 1"}, {"id": 2, "name": "row 2"}, {"id": 3, "name": "row 3"}, … 99,996 more of 100,000 items], "total": 7}',
    );
  });

  it('says how much of a long string it shows', () => {
    expect(previewValue(['x'.repeat(5000)], 100)).toBe(
      `["${'x'.repeat(60)}"… 4,940 more of 5,000 characters]`,
    );
  });

  it('falls back to a cut that says so where even the least does not fit', () => {
    const wide = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [`${'k'.repeat(30)}${i}`, i]),
    );
    const preview = previewValue(wide, 60);
    expect(bytesOf(preview)).toBeLessThanOrEqual(60);
    expect(preview).toMatch(/\n… \(\d+ of \d+ bytes shown\)$/);
  });

  it('holds its budget in valid text, whatever the value and the budget', () => {
    const values = fc.jsonValue({ stringUnit: 'grapheme', maxDepth: 6 });
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 400 }), (value, maxBytes) => {
        const preview = previewValue(value as Json, maxBytes);
        expect(bytesOf(preview)).toBeLessThanOrEqual(maxBytes);
        expect(preview).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });

  it('does not overflow on deep nesting', () => {
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as Json;
    expect(previewValue(deep, 4096)).toBe('[[[[[[[[[… 1 item]]]]]]]]]');
  });
});

describe('previewText()', () => {
  it('holds its budget at every cut point and says how much is shown', () => {
    const text = 'aé日🦆\n'.repeat(40);
    for (let maxBytes = 0; maxBytes < bytesOf(text); maxBytes += 1) {
      const preview = previewText(text, maxBytes);
      expect(bytesOf(preview)).toBeLessThanOrEqual(maxBytes);
      expect(preview).not.toMatch(/[\p{Surrogate}\ufffd]/u);
      const [, shown, total] = /\n… \((\d+) of (\d+) bytes shown\)$/.exec(preview) ?? [];
      if (maxBytes > 60) {
        expect(Number(total)).toBe(bytesOf(text));
        expect(text.startsWith(preview.slice(0, preview.lastIndexOf('\n…')))).toBe(true);
        expect(bytesOf(preview.slice(0, preview.lastIndexOf('\n…')))).toBe(Number(shown));
      }
    }
    expect(previewText(text, bytesOf(text))).toBe(text);
  });
});
