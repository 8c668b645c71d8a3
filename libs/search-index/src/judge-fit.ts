import type { FitMeasures } from './fit-measures.js';

/** Below this share of what a query says a tool is no answer: it shares an idle word with it. */
const LEAST_SHARE = 0.15;
/** Enough of a long query, in words that no other tool knows: prose has many idle words. */
const ENOUGH_FOUND = 0.3;

/** How much of a query one tool holds. */
export interface QueryShare {
  /** Weight of the query's words that the tool holds. */
  readonly found: number;
  /** Weight of all words of the query. */
  readonly wanted: number;
  /** Weight of a word that no tool holds. */
  readonly rarest: number;
}

/** Tells an answer from padding. */
export function isEnough({ found, wanted, rarest }: QueryShare): boolean {
  return found >= Math.min(wanted * LEAST_SHARE, rarest * ENOUGH_FOUND);
}

/**
 * A logistic regression: log odds that the tool which a query asks for is missing. Made by
 * `tools/bench/train-fit.mjs` from queries with their tool in place, without its server, and in
 * installations of a few servers.
 */
const WEIGHTS = {
  heldShare: -13.2,
  heldBesideServer: 9.04,
  missing: -0.47,
  verbSaid: 0.24,
  scoreShare: -7.17,
  tenthShare: 2.03,
} satisfies Partial<Record<keyof FitMeasures, number>>;
const INTERCEPT = 4.91;
/** Up to so many words a query is a short command; a longer one says much that no tool repeats. */
const SHORT = 5;
/** From these odds on the tool is called missing: one false alarm in twenty, for short and for long queries. */
const MISSING_ODDS = { short: 1.26, long: 1.73 };

/** A short query of which less is held is not answered: the regression forgives words that are missing, as prose needs it. */
const LEAST_HELD = 0.2;

/** Whether a tool that ranks first probably does what the query asks, which holds so many needs. */
export function isLikelyFit(fit: FitMeasures, needs: number): boolean {
  const isShort = fit.length <= SHORT && needs < 2;
  if (isShort && fit.heldShare < LEAST_HELD) return false;
  let odds = INTERCEPT;
  for (const [measure, weight] of Object.entries(WEIGHTS))
    odds += weight * fit[measure as keyof typeof WEIGHTS];
  return odds <= (isShort ? MISSING_ODDS.short : MISSING_ODDS.long);
}
