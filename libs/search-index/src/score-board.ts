/** Scores of the tools that a query touches, in arrays that are used again: nothing is done for the others. */
export interface ScoreBoard {
  readonly scores: Float64Array;
  /** Weight of the query's words that were found. */
  readonly found: Float64Array;
  /** Weight of the words of the tool's name that the query has. */
  readonly named: Float64Array;
  /** Documents with a score; the first `count` entries count. */
  readonly touched: Int32Array;
  count: number;
  /** The highest score. */
  best: number;
  /** Forgets the scores below a share of the highest. */
  keepAbove(share: number): void;
  /** Forgets all scores. */
  clear(): void;
}

/** A board for documents below a number. */
export function createScoreBoard(capacity: number): ScoreBoard {
  const scores = new Float64Array(capacity);
  const found = new Float64Array(capacity);
  const named = new Float64Array(capacity);
  const touched = new Int32Array(capacity);
  const forget = (document: number) => {
    scores[document] = 0;
    found[document] = 0;
    named[document] = 0;
  };
  return {
    scores,
    found,
    named,
    touched,
    count: 0,
    best: 0,
    keepAbove(share) {
      let best = 0;
      for (let at = 0; at < this.count; at++)
        best = Math.max(best, scores[touched[at] as number] as number);
      const least = best * share;
      let kept = 0;
      for (let at = 0; at < this.count; at++) {
        const document = touched[at] as number;
        if ((scores[document] as number) < least) forget(document);
        else touched[kept++] = document;
      }
      this.count = kept;
    },
    clear() {
      for (let at = 0; at < this.count; at++) {
        forget(touched[at] ?? 0);
      }
      this.count = 0;
      this.best = 0;
    },
  };
}
