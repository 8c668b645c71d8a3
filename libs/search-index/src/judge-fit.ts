/** Below this share of what a query says a tool is no answer: it shares an idle word with it. */
const LEAST_SHARE = 0.15;
/** Enough of a long query, in words that no other tool knows: prose has many idle words. */
const ENOUGH_FOUND = 0.3;
/** What the first hit must reach to be called likely. */
const LIKELY = 0.62;
/** How much a tool's name that the query says from end to end adds to that. */
const NAME_ADDS = 0.1;
/** Long queries say much that no tool repeats: so much is forgiven of each rare word that is missing. */
const MISSING_FORGIVEN = 0.13;

/** How well one tool fits a query. */
export interface QueryFit {
  /** Weight of the query's words that the tool holds. */
  readonly found: number;
  /** Weight of all words of the query. */
  readonly wanted: number;
  /** Share of the tool's name that the query says, 0 … 1. */
  readonly nameShare: number;
  /** Weight of a word that no tool holds. */
  readonly rarest: number;
}

/** Tells an answer from padding. */
export function isEnough({ found, wanted, rarest }: QueryFit): boolean {
  return found >= Math.min(wanted * LEAST_SHARE, rarest * ENOUGH_FOUND);
}

/**
 * Whether a tool that ranks first probably does what the query asks. The limits come from a
 * regression on queries with their tool in the catalogue, and without its server: one answerable
 * query in twenty is doubted. A tool that is missing among its siblings is seldom noticed: their
 * texts hold nearly all of the words that its own would.
 */
export function isLikelyFit({ found, wanted, nameShare, rarest }: QueryFit): boolean {
  if (wanted === 0) return false;
  const missing = (wanted - found) / rarest;
  return found / wanted + NAME_ADDS * nameShare + MISSING_FORGIVEN * missing >= LIKELY;
}
