import { describe, expect, it } from 'vitest';
import { quoteUpstream } from './quote-upstream.js';

describe('quoteUpstream()', () => {
  it('leaves no line breaks, control or invisible characters', () => {
    expect(quoteUpstream(' a\n\tb\u001b[2J\u200bc\u202ed\u{e0041} ')).toBe('"a b [2J c d"');
  });

  it('is short', () => {
    expect(quoteUpstream('x'.repeat(1000))).toBe(`"${'x'.repeat(400)}…"`);
  });
});
