import { describe, expect, it } from 'vitest';
import { splitWords } from './split-words.js';

describe('splitWords()', () => {
  it.each([
    ['pass show key', ['pass', 'show', 'key']],
    [' a\t b ', ['a', 'b']],
    [`x "a b" 'c "d"' e"f g"h ""`, ['x', 'a b', 'c "d"', 'ef gh', '']],
    ['C:\\bin\\op.exe $HOME;rm|`x`', ['C:\\bin\\op.exe', '$HOME;rm|`x`']],
    ['x "a', undefined],
    ['  ', undefined],
  ])('parts %j', (line, words) => {
    expect(splitWords(line)).toEqual(words);
  });
});
