import { describe, expect, it } from 'vitest';
import { nearestName } from './nearest-name.js';

describe('nearestName()', () => {
  it.each<[string, readonly string[], string | undefined]>([
    ['Titel', ['title', 'body'], 'title'],
    ['page size', ['pageNumber', 'page_size'], 'page_size'],
    ['page_size', ['pageSize', 'page-size'], 'page-size'],
    ['id', ['ix', 'q'], undefined],
    ['', ['a'], undefined],
    ['title', ['subject', 'body'], undefined],
    ['x'.repeat(65), ['x'.repeat(64)], undefined],
  ])('takes %j among %j for %j', (text, names, expected) => {
    expect(nearestName(text, names)).toBe(expected);
  });

  it('looks at a bounded number of names', () => {
    const names = Array.from({ length: 500 }, (_, index) => `other${index}`);
    expect(nearestName('title', [...names, 'title'])).toBeUndefined();
  });
});
