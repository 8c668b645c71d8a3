import { describe, expect, it } from 'vitest';
import { spellOutValues } from './spell-out-values.js';

describe('spellOutValues()', () => {
  it.each([
    ['save it to /tmp/paper/list.bib.', 'save it to  file bib '],
    ['open ~/notes.md and C:\\temp\\a.txt', 'open  file md  and  file txt '],
    ['read https://github.com/owner/repo?tab=1 now', 'read  url github.com  now'],
    ['write to ann.lee+x@ours.example', 'write to  email '],
    ['list /tmp/folder', 'list /tmp/folder'],
    ['issue/list and a/b.c', 'issue/list and a/b.c'],
    ['plain words', 'plain words'],
  ])('says what the values in %j are', (query, expected) => {
    expect(spellOutValues(query)).toBe(expected);
  });
});
