import { describe, expect, it } from 'vitest';
import { createVocabulary } from './vocabulary.js';

function vocabularyOf(...terms: readonly string[]) {
  const vocabulary = createVocabulary();
  for (const term of terms) vocabulary.add(term);
  const texts = (numbers: readonly number[]) => numbers.map((term) => vocabulary.textOf(term));
  return {
    vocabulary,
    startingWith: (text: string, limit = 9) => texts(vocabulary.startingWith(text, limit)),
    near: (text: string) => texts(vocabulary.near(text)),
  };
}

describe('createVocabulary()', () => {
  it('gives a term the same number each time', () => {
    const { vocabulary } = vocabularyOf('list', 'get', 'list', '__proto__');
    expect(vocabulary.size).toBe(3);
    expect(['list', 'get', '__proto__', 'constructor'].map(vocabulary.numberOf)).toEqual([
      0,
      1,
      2,
      undefined,
    ]);
  });

  it('finds by their beginnings terms that came early and late', () => {
    const { vocabulary, startingWith } = vocabularyOf('repository', 'report', 'list');
    expect(startingWith('rep')).toEqual(['report', 'repository']);
    vocabulary.add('repeat');
    vocabulary.add('zebra');
    expect(startingWith('rep', 2)).toEqual(['repeat', 'report']);
    expect(startingWith('x')).toEqual([]);
  });

  it('finds what is a slip of the pen away, nearest first', () => {
    const { near } = vocabularyOf('issue', 'issuer', 'tissue', 'commit', 'repository', 'sissue');
    expect(near('isue')).toEqual(['issue']);
    expect(near('issue')).toEqual(['issue', 'issuer']);
    expect(near('comimt')).toEqual(['commit']);
    expect(near('repoistroy')).toEqual(['repository']);
    expect(near('iss')).toEqual([]);
    expect(near('invoice')).toEqual([]);
  });
});
