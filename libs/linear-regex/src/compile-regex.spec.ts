import { describe, expect, it } from 'vitest';
import { compileRegex } from './compile-regex.js';
import type { LinearRegex } from './compile-regex.js';

function regexOf(pattern: string, options?: { isWide: boolean }): LinearRegex {
  const compiled = compileRegex(pattern, options);
  if (!compiled.ok) throw new Error(compiled.problem);
  return compiled.regex;
}

describe('compileRegex()', () => {
  it.each([
    ['(a+)+b', 'a'],
    ['(a|a)*b', 'a'],
    ['(a*)*b', 'a'],
    ['^(\\w+\\s?)*$', 'a'],
    ['(.*a){20}b', 'a'],
    ['(x+x+)+y', 'x'],
    ['((((((a?)*)*)*)*)*)*b', 'a'],
  ])(
    'matches %s in time that follows the text, where backtracking would never end',
    (pattern, letter) => {
      const regex = regexOf(pattern);
      const text = `${letter.repeat(20_000)}!`;
      expect(regex.isWhole(text)).toBe(false);
      expect(regexOf(`${pattern}!`.replace('$!', '!$')).isIn(text)).toBe(pattern.startsWith('^'));
    },
  );

  it.each([
    ['(a)\\1', 'cannot be read: invalid escape sequence: `\\1`'],
    ['(?=a)b', 'cannot be read: invalid or unsupported Perl syntax: `(?=`'],
    ['(?<!a)b', 'cannot be read: invalid named capture: `(?<!a)b`'],
    ['(a', 'cannot be read: missing closing ): `(a`'],
    ['[b-a]', 'cannot be read: invalid character class range: `b-a`'],
    ['a{1001}', 'cannot be read: invalid repeat count: `{1001}`'],
    ['((a{100}){100}){100}', 'cannot be read: invalid repeat count: `{100}`'],
    [
      '(?:a?){600}',
      'has 1202 instructions once its repetitions are written out; at most 1000 are used',
    ],
    ['a'.repeat(1001), 'has 1001 characters; at most 1000 are compiled'],
  ])('refuses %s', (pattern, problem) => {
    expect(compileRegex(pattern)).toEqual({ ok: false, problem });
  });

  it('cuts a long problem', () => {
    const compiled = compileRegex(`(${'a'.repeat(900)}`);
    expect(!compiled.ok && compiled.problem).toMatch(
      /^cannot be read: missing closing .{90,110}…$/,
    );
  });

  it('tells a part from the whole', () => {
    const regex = regexOf('ours\\.example');
    expect([regex.isIn('x@ours.example.evil'), regex.isWhole('x@ours.example.evil')]).toEqual([
      true,
      false,
    ]);
    expect(regex.isWhole('ours.example')).toBe(true);
    expect(regex.isWhole('ours.example\n')).toBe(false);
    expect(regexOf('a|ab').isWhole('ab')).toBe(true);
  });

  it('reads as written unless it is to be wide', () => {
    expect(regexOf('^rm .*x$').isIn('sudo\nRM -rf\nx')).toBe(false);
    expect(regexOf('^rm .*x$', { isWide: true }).isIn('sudo\nRM -rf\nx')).toBe(true);
    expect(regexOf('k', { isWide: true }).isIn('\u212a')).toBe(true);
  });

  it('counts code points, and knows Unicode classes', () => {
    expect(regexOf('.').isWhole('😀')).toBe(true);
    expect(regexOf('\\p{L}+').isWhole('工具поиск')).toBe(true);
  });

  it('remembers nothing of the text before', () => {
    const regex = regexOf('a+$');
    expect([regex.isIn('aa'), regex.isIn('ab'), regex.isIn('aa')]).toEqual([true, false, true]);
  });
});
