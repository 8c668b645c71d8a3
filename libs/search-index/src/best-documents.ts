/** The best of many in order, without sorting the others. */
export interface BestDocuments {
  /** A score below this does not get in. */
  readonly least: number;
  /** Takes a document in if it is among the best so far. */
  offer(document: number, score: number): void;
  /** Best first. */
  readonly documents: readonly number[];
}

/**
 * Keeps the `limit` documents with the highest scores.
 *
 * @param isBefore whether the first comes before the second where their scores are equal
 */
export function createBestDocuments(
  limit: number,
  isBefore: (document: number, other: number) => boolean,
): BestDocuments {
  const documents: number[] = [];
  const scores: number[] = [];
  return {
    documents,
    get least() {
      return documents.length < limit ? 0 : (scores[limit - 1] ?? 0);
    },
    offer(document, score) {
      let at = documents.length;
      while (at > 0) {
        const other = scores[at - 1] ?? 0;
        if (other > score || (other === score && !isBefore(document, documents[at - 1] ?? 0)))
          break;
        at -= 1;
      }
      if (at >= limit) return;
      documents.splice(at, 0, document);
      scores.splice(at, 0, score);
      if (documents.length > limit) {
        documents.pop();
        scores.pop();
      }
    },
  };
}
