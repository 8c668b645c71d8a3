import { describe, expect, it } from 'vitest';
import { createPostingLists, FLAG_BITS, IN_NAME } from './posting-lists.js';
import type { PostingLists } from './posting-lists.js';

const read = (lists: PostingLists, term: number) =>
  Array.from({ length: lists.countOf(term) }, (_, index) => {
    const at = lists.startOf(term) + index;
    return [(lists.documents[at] ?? 0) >> FLAG_BITS, lists.weights[at]];
  });

describe('createPostingLists()', () => {
  it('keeps the postings of many terms apart while they grow and shrink', () => {
    const lists = createPostingLists();
    const terms = 40;
    const fill = (from: number, to: number) => {
      for (let document = from; document < to; document++)
        for (let term = 0; term < terms; term++)
          if (document % (term + 1) === 0) lists.add(term, document, IN_NAME, document + term);
    };
    const expected = (term: number, documents: readonly number[]) =>
      documents
        .filter((document) => document % (term + 1) === 0)
        .map((document) => [document, document + term]);
    const upTo = (end: number) => Array.from({ length: end }, (_, document) => document);

    fill(0, 500);
    for (let term = 0; term < terms; term++)
      expect(read(lists, term)).toEqual(expected(term, upTo(500)));
    lists.removeAll(Uint8Array.from(upTo(500), (document) => (document % 7 === 0 ? 1 : 0)));
    fill(500, 900);
    const left = upTo(900).filter((document) => document >= 500 || document % 7 !== 0);
    for (let term = 0; term < terms; term++)
      expect(read(lists, term)).toEqual(expected(term, left));
  });

  it('knows nothing of a term that never came', () => {
    const lists = createPostingLists();
    expect(lists.countOf(0)).toBe(0);
    expect(lists.countOf(1e6)).toBe(0);
  });
});
