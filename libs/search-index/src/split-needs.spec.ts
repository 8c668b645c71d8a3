import { describe, expect, it } from 'vitest';
import { splitNeeds } from './split-needs.js';

describe('splitNeeds()', () => {
  it.each([
    ['find issues', ['find issues']],
    ['Find the issue, then close it', ['Find the issue', 'then close it']],
    [
      'Read v1.2 notes. Post them; done!\nAlso ping me',
      ['Read v1.2 notes.', 'Post them;', 'done!', 'Also ping me'],
    ],
    ['   ', []],
  ])('splits %j where a need ends', (text, expected) => {
    expect(splitNeeds(text)).toEqual(expected);
  });
});
