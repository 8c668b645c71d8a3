import { describe, expect, it } from 'vitest';
import { queryTerms } from './query-terms.js';

const termsOf = (query: string, ...known: readonly string[]) =>
  queryTerms(query, {
    isKnown: (term) => known.includes(term),
    isRare: (term) => known.includes(term),
  });

describe('queryTerms()', () => {
  it('reads a camel-case word whole where it is known so, else by its parts', () => {
    expect(termsOf('GitHub searchIssues', 'github')).toEqual(['github', 'search', 'issu']);
    expect(termsOf('GitHub')).toEqual(['git', 'hub']);
  });

  it('reads two words as one too where some tools write them so', () => {
    expect(termsOf('convert time zone', 'timezon')).toEqual(['convert', 'time', 'timezon', 'zone']);
    expect(termsOf('convert time zone')).not.toContain('timezon');
  });

  it('leaves idle words out of prose only', () => {
    expect(termsOf('recommend two')).toEqual(['recommend', 'two']);
    expect(termsOf('Hi, could you tell me whether the train from Berlin to Rome is late?')).toEqual(
      ['whether', 'train', 'berlin', 'rome', 'late'],
    );
  });

  it('reads no more terms than count', () => {
    const query = Array.from({ length: 500 }, (_, index) => `word${index}`).join(' ');
    expect(termsOf(query)).toHaveLength(64);
  });
});
