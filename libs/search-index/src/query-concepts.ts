import { queryTerms } from './query-terms.js';
import { rarity } from './rarity.js';
import type { ReadWord } from './search-index.js';
import { synonymsOf } from './synonyms.js';
import type { ToolPostings } from './tool-postings.js';

/** How much a synonym counts beside the word itself. */
const SYNONYM_SHARE = 0.15;
/** How much a word counts that only begins with a word nobody knows ("auth" for "authenticate"). */
const PREFIX_SHARE = 0.4;
/** A word of fewer letters must match whole: the start of almost anything is "a". */
const MIN_PREFIX_LENGTH = 4;
/** Words taken for one that they begin with. */
const MAX_COMPLETIONS = 8;
/** How much a word counts that another was probably meant to be. */
const CORRECTED_SHARE = 0.8;
/** Two words of a query are found as one ("time zone" as "timezone") where at most this share of all tools has it. */
const MAX_JOINED = 0.1;
/** One word of a query with all that may stand for it. */
export interface QueryConcept {
  /** Rarity of what stands for it, times its own weight. */
  readonly weight: number;
  readonly terms: readonly ConceptTerm[];
}

/** A term that stands for a word of the query. */
export interface ConceptTerm {
  readonly term: number;
  /** 1 for the word itself. */
  readonly share: number;
}

/** A query as the index understands it. */
export interface QueryConcepts {
  readonly concepts: readonly QueryConcept[];
  /** Weight of all of them. */
  readonly weight: number;
  readonly readAs: readonly ReadWord[];
}

/**
 * The words of a query, each with its synonyms. A word that no tool knows is completed ("repo…"),
 * else taken for a near one.
 */
export function queryConcepts(query: string, postings: ToolPostings): QueryConcepts {
  const { vocabulary, lists, toolCount } = postings;
  const isHeld = (term: number | undefined): term is number =>
    term !== undefined && lists.countOf(term) > 0;
  const held = (text: string) => {
    const term = vocabulary.numberOf(text);
    return isHeld(term) ? term : undefined;
  };
  const texts = new Set(
    queryTerms(query, {
      isKnown: (text) => held(text) !== undefined,
      isRare: (text) => {
        const term = held(text);
        return term !== undefined && lists.countOf(term) < MAX_JOINED * toolCount;
      },
    }),
  );

  const readAs: ReadWord[] = [];
  const standIns = (text: string): readonly ConceptTerm[] => {
    if (text.length >= MIN_PREFIX_LENGTH) {
      const longer = vocabulary.startingWith(text, MAX_COMPLETIONS).filter(isHeld);
      if (longer.length > 0) return longer.map((term) => ({ term, share: PREFIX_SHARE }));
    }
    const near = vocabulary.near(text).find(isHeld);
    if (near === undefined) return [];
    readAs.push({ word: text, as: vocabulary.textOf(near) });
    return [{ term: near, share: CORRECTED_SHARE }];
  };

  const concepts = Array.from(texts, (text): QueryConcept => {
    const own = held(text);
    const others = synonymsOf(text)
      .filter((other) => !texts.has(other))
      .map(held)
      .filter(isHeld)
      .map((term) => ({ term, share: SYNONYM_SHARE }));
    const terms =
      own !== undefined
        ? [{ term: own, share: 1 }, ...others]
        : others.length > 0
          ? others
          : standIns(text);
    const counts = (own === undefined ? terms : terms.slice(0, 1)).map(({ term }) =>
      lists.countOf(term),
    );
    const weight = rarity(Math.max(0, ...counts), toolCount);
    return { weight, terms };
  });
  const weight = concepts.reduce((sum, concept) => sum + concept.weight, 0);
  return { concepts, weight, readAs };
}
