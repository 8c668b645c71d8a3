import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesGlob } from './fixtures/matches-glob.js';

describe('matchTokens()', () => {
  it.each([
    ['*', ''],
    ['*', 'issue/list'],
    ['*', '.hidden'],
    ['*', '..'],
    ['*', 'a\nb\r\u2028c'],
    ['a*b', 'a/../b'],
    ['a*', 'a'],
    ['a**b', 'ab'],
    ['a*b*c', 'a-b-b-c-c'],
    ['?', '/'],
    ['?', '.'],
    ['?', '\n'],
    ['?', '😀'],
    ['a?c', 'a?c'],
    ['*?', 'x'],
    ['a.b+c', 'a.b+c'],
    ['*b', 'aab'],
    ['*ab*ab', 'ab-ab-aab'],
  ])('matches %j with %j', (pattern, text) => {
    expect(matchesGlob(pattern, text)).toBe(true);
  });

  it.each([
    ['?', ''],
    ['?', 'ab'],
    ['?', 'e\u0301'],
    ['a', 'A'],
    ['a', 'a/'],
    ['x', './x'],
    ['a.c', 'abc'],
    ['a*b', 'a-b-c'],
    ['a*bc', 'abc-b'],
    ['*ab*ab', 'aab'],
    ['mcp__gh__get*', 'xmcp__gh__get'],
  ])('does not match %j with %j', (pattern, text) => {
    expect(matchesGlob(pattern, text)).toBe(false);
  });

  it('agrees with a regular expression built the slow way', () => {
    const pattern = fc.array(fc.constantFrom('*', '?', 'a', 'b', '.', '/'), {
      minLength: 1,
      maxLength: 7,
    });
    const special = new Map([
      ['*', '[^]*'],
      ['?', '[^]'],
      ['.', '\\.'],
      ['/', '\\/'],
    ]);
    const text = fc.array(fc.constantFrom('a', 'b', '.', '/', '\n', '😀'), { maxLength: 9 });
    fc.assert(
      fc.property(pattern, text, (tokens, characters) => {
        const source = tokens.map((token) => special.get(token) ?? token).join('');
        expect(matchesGlob(tokens.join(''), characters.join(''))).toBe(
          new RegExp(`^${source}$`, 'u').test(characters.join('')),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('does work in proportion to the lengths for patterns that make backtracking explode', () => {
    // A backtracking matcher needs about 2^60 steps for this; the suite would never end.
    expect(matchesGlob(`${'*a'.repeat(60)}*b`, 'a'.repeat(5000))).toBe(false);
    expect(matchesGlob(`${'*a?'.repeat(40)}b`, 'a'.repeat(5000))).toBe(false);
  });
});
