import type { Catalogue, CatalogueTool } from './catalogue.js';
import type { FitMeasures } from './fit-measures.js';

/** One tool that fits a query. */
export interface SearchHit {
  readonly tool: CatalogueTool;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

/** What narrows a search. */
export interface SearchOptions {
  /** Only tools of this server, by its name or identifier. */
  readonly server?: string;
  /** At most this many hits. */
  readonly limit: number;
  /** Only tools that it accepts; asked about those that score well. @default every tool */
  readonly accepts?: (tool: CatalogueTool) => boolean;
}

/** A word that no tool knows, and the word it was taken for. */
export interface ReadWord {
  readonly word: string;
  readonly as: string;
}

/** The answer to one query. */
export interface SearchResult {
  /** Best first. Empty when nothing fits: a tool that shares only idle words with the query is no answer. */
  readonly hits: readonly SearchHit[];
  /** Tools that score about as well as the first, shown or not. The limit does not change it. */
  readonly total: number;
  /**
   * Whether the first hit probably does what the query asks. Where not, the hits are only the
   * nearest there are. Calibrated on queries whose tool, or whose server, was taken away.
   */
  readonly isLikely: boolean;
  /** What `isLikely` was judged by. Undefined without a hit, and where the query is a tool's own name. */
  readonly fit?: FitMeasures;
  /** Words with a slip of the pen, as they were read. */
  readonly readAs: readonly ReadWord[];
}

/** Ranked search over one catalogue after another. */
export interface SearchIndex {
  /**
   * The tools that fit a query of a few words or of a few sentences. The same query over the same
   * tools gives the same answer, whatever their order was and however the index came to hold them.
   */
  search(query: string, options: SearchOptions): SearchResult;
  /**
   * From now on the index answers for this catalogue. The work is done at the next search, and only
   * for servers whose tools are other objects than before.
   */
  update(catalogue: Catalogue): void;
}
