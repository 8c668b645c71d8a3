import { describe, expect, it } from 'vitest';
import { findFences } from './find-fences.js';

const contents = (text: string) =>
  findFences(text).map((block) => [
    block.language,
    text.slice(block.contentStart, block.contentEnd),
    block.isClosed,
  ]);

describe('findFences()', () => {
  it('finds blocks of both marks, with language and attributes', () => {
    expect(contents('a\n```TS title="x.ts" {1,3}\nb\n```\n~~~~ js\nc\n~~~\n~~~~\n')).toEqual([
      ['ts', 'b\n', true],
      ['js', 'c\n~~~\n', true],
    ]);
  });

  it('takes a block that is never closed to the end, or to marks behind the last line', () => {
    expect(contents('```\na')).toEqual([['', 'a', false]]);
    expect(contents('```ts\nreturn 1```\n')).toEqual([['ts', 'return 1', true]]);
  });

  it('does not take a line of code behind the marks for a language', () => {
    expect(contents('```const a = 1\n```')).toEqual([['', '', false]]);
    expect(contents('~~~x + 1')).toEqual([]);
  });

  it('lets a longer fence hold a shorter one', () => {
    expect(contents('````\n```ts\na\n```\n````')).toEqual([['', '```ts\na\n```\n', true]]);
  });
});
