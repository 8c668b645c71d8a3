import type { StoredResult } from '@sluice/contracts';
import type { ShapedValue } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { presentValue } from './present-value.js';
import { showWithin } from './show-within.js';

const stored: StoredResult = {
  ref: `res_${'f'.repeat(32)}`,
  kind: 'json',
  contentType: 'application/json',
  sizeBytes: 999_499_999,
  source: 'run_code',
  createdAt: 0,
  expiresAt: 1,
  isPinned: false,
};
const kept = (shape: string, preview: string): ShapedValue => ({
  kind: 'reference',
  stored,
  shape,
  preview,
  previewMaxBytes: 4096,
});
const bytesOf = (text: string) => new TextEncoder().encode(text).length;

describe('presentValue()', () => {
  it.each([
    ['plain', 'x'],
    ['of three bytes', '日'],
    ['of four bytes', '🦆'],
    ['that are hidden', '\u200b'],
    ['that are control characters', '\u0001'],
    ['that are half of a pair', '\ud800'],
  ])(
    'keeps an envelope to 600 bytes and its preview to its own limit, with characters %s',
    (_name, letter) => {
      const text = presentValue(kept(letter.repeat(350), letter.repeat(4000)));
      const at = text.indexOf('preview:\n') + 'preview:\n'.length;
      expect(bytesOf(text.slice(0, at))).toBeLessThanOrEqual(600);
      expect(bytesOf(text.slice(at))).toBeLessThanOrEqual(4096);
      expect(text).not.toMatch(/\ufffd|[\u0001\u200b]|\p{Surrogate}/u);
      expect(text).not.toMatch(/\\u[0-9a-f]{0,3}…/);
      expect(text.slice(at).length).toBeGreaterThan(500);
    },
  );
});

describe('showWithin()', () => {
  it('shows all of a text that fits, hidden characters spelled out', () => {
    expect(showWithin('a\u200bb', 8)).toBe('a\\u200bb');
  });

  it('says that it cut, and leaves no part of a character or an escape', () => {
    const mark = '… (cut: with its hidden characters spelled out it is longer)';
    const room = bytesOf(mark);
    expect(showWithin(`ab${'\u200b'.repeat(50)}`, room + 11)).toBe(`ab\\u200b${mark}`);
    expect(showWithin('🦆'.repeat(50), room + 6)).toBe(`🦆${mark}`);
  });
});
