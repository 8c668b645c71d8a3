/** What a tool must match of a query, each word weighed by its rarity. */
const MIN_COVERAGE = 0.3;
/** Enough of a long query, in weights of a word that only one tool knows: prose has many idle words. */
const ENOUGH = 0.5;
/** Weight of a word that no tool knows, beside the rarest that one does: often it is only chatter. */
const UNKNOWN_WEIGHT = 0.5;
/** A word found in no name and no description, only beside a parameter, says little. */
const ASIDE_WEIGHT = 0.4;
/** A word that merely begins alike: long ones mean the same (*authent…*), short ones seldom (*cat…*). */
const LONG_PREFIX_WEIGHT = 0.6;
const SHORT_PREFIX_WEIGHT = 0.25;
const LONG_PREFIX_LENGTH = 5;

const MAIN_FIELDS = new Set(['name', 'server', 'title', 'description']);

/** How well one tool fits a query. */
export interface Relevance {
  /** Share of the query's weight that was found, 0 … 1. */
  readonly coverage: number;
  /** Whether that is enough to call the tool an answer. */
  readonly fits: boolean;
}

/** Judges tools against one query. */
export interface RelevanceScale {
  /**
   * @param matched the terms of the query that were found
   * @param match the words of the tool that they were found as, with their fields
   */
  relevanceOf(matched: readonly string[], match: Readonly<Record<string, string[]>>): Relevance;
}

/**
 * Tells an answer from padding: a tool fits when it holds a fair share of what the query says, and
 * rare words say more than common ones. The limits were chosen so that published benchmarks lose
 * next to nothing while half of the nonsense queries come back empty.
 *
 * @param frequencies number of tools that hold a term
 */
export function relevanceScale(
  terms: readonly string[],
  frequencies: ReadonlyMap<string, number>,
  toolCount: number,
): RelevanceScale {
  const rarest = Math.log(1 + toolCount);
  const weights = new Map(
    terms.map((term) => {
      const frequency = frequencies.get(term) ?? 0;
      const known = Math.log(1 + toolCount / (1 + frequency));
      return [term, frequency === 0 ? UNKNOWN_WEIGHT * rarest : known];
    }),
  );
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const least = Math.min(total * MIN_COVERAGE, rarest * ENOUGH);
  return {
    relevanceOf: (matched, match) => {
      let found = 0;
      for (const term of matched) found += (weights.get(term) ?? 0) * strengthOf(term, match);
      return { coverage: Math.min(1, found / total), fits: found >= least };
    },
  };
}

function strengthOf(term: string, match: Readonly<Record<string, string[]>>): number {
  const fields = Object.hasOwn(match, term) ? match[term] : undefined;
  if (fields !== undefined) return fieldWeight(fields);
  const alike = Object.entries(match).filter(([word]) => word.startsWith(term));
  const best = Math.max(0, ...alike.map(([, found]) => fieldWeight(found)));
  return best * (term.length >= LONG_PREFIX_LENGTH ? LONG_PREFIX_WEIGHT : SHORT_PREFIX_WEIGHT);
}

function fieldWeight(fields: readonly string[]): number {
  return fields.some((field) => MAIN_FIELDS.has(field)) ? 1 : ASIDE_WEIGHT;
}
