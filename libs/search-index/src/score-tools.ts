import { FLAG_BITS, IN_MAIN, IN_NAME } from './posting-lists.js';
import type { QueryConcept } from './query-concepts.js';
import type { ScoreBoard } from './score-board.js';
import type { ToolPostings } from './tool-postings.js';

/** How fast more of the same word stops to count (BM25's k1). */
const SATURATION = 2.5;
/** What a word adds at most, times its rarity: a tool that is full of it. */
export const HIGHEST_GAIN = SATURATION + 1;
/** What a tool gains whose name the query says from end to end. */
const NAME_GAIN = 0.3;
/** How much a synonym of a name's word counts towards that. */
const NAME_SYNONYM_SHARE = 0.5;
/** A word found in no name and no description, only beside a parameter, says little. */
const ASIDE_SHARE = 0.4;
/** How surely a word was found as something else. */
const STAND_IN_SHARE = 0.6;
/** Share of the best score below which a tool is no candidate: it holds one common word of several. */
const LEAST_SHARE = 0.2;

/** Scores tools; holds the arrays that it needs between queries. */
export interface ToolScorer {
  /** Writes the scores of all tools that hold a fair part of the query onto an empty board. */
  score(concepts: readonly QueryConcept[], board: ScoreBoard): void;
}

/** A scorer for postings below a capacity. */
export function createToolScorer(postings: ToolPostings, capacity: number): ToolScorer {
  const { lists } = postings;
  /** One word's weight in each tool, over all that stands for it. */
  const frequency = new Float64Array(capacity);
  const strength = new Float32Array(capacity);
  const holders = new Int32Array(capacity);

  const scoreConcept = ({ weight, terms }: QueryConcept, board: ScoreBoard) => {
    const { documents, weights } = lists;
    const { scores, found, named, touched } = board;
    let count = 0;
    for (const { term, share } of terms) {
      const start = lists.startOf(term);
      const end = start + lists.countOf(term);
      const nameWeight = postings.rarityOf(term) * (share === 1 ? 1 : NAME_SYNONYM_SHARE);
      const sureness = share === 1 ? 1 : STAND_IN_SHARE;
      for (let at = start; at < end; at++) {
        const posting = documents[at] as number;
        const document = posting >> FLAG_BITS;
        const before = frequency[document] as number;
        if (before === 0) holders[count++] = document;
        frequency[document] = before + share * (weights[at] as number);
        const how = (posting & IN_MAIN) !== 0 ? sureness : sureness * ASIDE_SHARE;
        if (how > (strength[document] as number)) strength[document] = how;
        if ((posting & IN_NAME) !== 0) named[document] = (named[document] as number) + nameWeight;
      }
    }
    for (let at = 0; at < count; at++) {
      const document = holders[at] as number;
      const held = frequency[document] as number;
      const before = scores[document] as number;
      if (before === 0) touched[board.count++] = document;
      scores[document] = before + (weight * held * (SATURATION + 1)) / (SATURATION + held);
      found[document] = (found[document] as number) + weight * (strength[document] as number);
      frequency[document] = 0;
      strength[document] = 0;
    }
  };

  const addNames = (board: ScoreBoard) => {
    for (let at = 0; at < board.count; at++) {
      const document = board.touched[at] as number;
      const said = board.named[document] as number;
      if (said > 0) {
        let whole = 0;
        for (const term of postings.nameTermsOf(document)) whole += postings.rarityOf(term);
        const share = Math.min(1, said / whole);
        board.named[document] = share;
        board.scores[document] = (board.scores[document] as number) * (1 + NAME_GAIN * share);
      }
      board.best = Math.max(board.best, board.scores[document] as number);
    }
  };

  return {
    score(concepts, board) {
      for (const concept of concepts) scoreConcept(concept, board);
      board.keepAbove(LEAST_SHARE);
      addNames(board);
    },
  };
}
