import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unifiedDiff } from './unified-diff.js';

const diff = (before: string | undefined, after: string | undefined) =>
  unifiedDiff({ path: 'f', before, after });

describe('unifiedDiff()', () => {
  it('shows changes with the lines around them', () => {
    expect(diff('1\n2\n3\n4\n5\n6\n7\n8\n9\n', '1\n2\n3\n4\n5x\n6\n7\n8\n9\nten\n')).toBe(
      '--- f\n+++ f\n@@ -3,7 +3,8 @@\n 3\n 4\n-5\n+5x\n 6\n 7\n 8\n 9\n+ten',
    );
    expect(diff('a\nb\nc\nd\ne\nf\ng\nh\n', 'A\nb\nc\nd\ne\nf\ng\nH\n')).toBe(
      '--- f\n+++ f\n@@ -1,3 +1,3 @@\n-a\n+A\n b\n c\n@@ -6,3 +6,3 @@\n f\n g\n-h\n+H',
    );
  });

  it('says where a file is made or goes, and where its last line does not end', () => {
    expect(diff(undefined, 'a\r\nb')).toBe(
      '--- no file yet\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No line break at the end',
    );
    expect(diff('a\n', undefined)).toBe('--- f\n+++ no file\n@@ -1,1 +0,0 @@\n-a');
    expect(diff('a', 'a\n')).toBe(
      '--- f\n+++ f\n@@ -1,1 +1,1 @@\n-a\n\\ No line break at the end\n+a',
    );
    expect(diff('a\n', 'a\n')).toBe('');
  });

  it('takes as many lines away and puts as many in as the texts differ by', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const text = (list: readonly string[]) => list.map((line) => `${line}\n`).join('');
        const body = diff(text(before), text(after)).split('\n').slice(2);
        const gone = body.filter((line) => line.startsWith('-')).length;
        const came = body.filter((line) => line.startsWith('+')).length;
        expect(before.length - gone).toBe(after.length - came);
      }),
    );
  });
});
