import { describe, expect, it } from 'vitest';
import { createBestDocuments } from './best-documents.js';

describe('createBestDocuments()', () => {
  it('keeps the best in order, the smaller number first where scores are equal', () => {
    const scores = [3, 9, 1, 9, 7, 3, 8, 3];
    const best = createBestDocuments(5, (one, other) => one < other);
    for (const document of [7, 2, 5, 0, 3, 6, 1, 4]) best.offer(document, scores[document] ?? 0);
    expect(best.documents).toEqual([1, 3, 6, 4, 0]);
    expect(best.least).toBe(3);
  });

  it('keeps nothing where nothing is wanted', () => {
    const best = createBestDocuments(0, () => true);
    best.offer(1, 5);
    expect(best.documents).toEqual([]);
  });

  it('lets anything in while there is room', () => {
    const best = createBestDocuments(2, () => true);
    best.offer(1, 5);
    expect(best.least).toBe(0);
  });
});
