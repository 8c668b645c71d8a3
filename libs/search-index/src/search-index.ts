import type { CatalogueTool } from './catalogue.js';

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
}

/** Ranked search over one catalogue. */
export interface SearchIndex {
  /**
   * The tools that fit a query of a few words, best first. Empty when nothing fits: a tool that
   * shares only common words with the query is not an answer. The same query over the same
   * tools gives the same list, whatever their order was.
   */
  search(query: string, options: SearchOptions): readonly SearchHit[];
}
