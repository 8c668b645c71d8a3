import { createBestDocuments } from './best-documents.js';
import type { Catalogue, CatalogueTool } from './catalogue.js';
import { queryConcepts } from './query-concepts.js';
import type { QueryConcepts } from './query-concepts.js';
import { measureFit } from './fit-measures.js';
import { isEnough, isLikelyFit } from './judge-fit.js';
import type { QueryShare } from './judge-fit.js';
import { rarity } from './rarity.js';
import { createScoreBoard } from './score-board.js';
import type { ScoreBoard } from './score-board.js';
import { createToolScorer } from './score-tools.js';
import type { ToolScorer } from './score-tools.js';
import type { SearchHit, SearchIndex, SearchOptions, SearchResult } from './search-index.js';
import { splitNeeds } from './split-needs.js';
import { createToolPostings } from './tool-postings.js';
import type { ToolPostings } from './tool-postings.js';

/**
 * Terms stay when their tools go. Beyond so many, and twice as many as there were when it was last built, the index is built
 * anew: servers that change their tools for ever must not fill the memory.
 */
const TERMS_TO_COME = 50_000;
/** Room for tools to come: growing it means new arrays. */
const SPARE_ROOM = 1.25;
/** Query text that is read, in UTF-16 code units. */
const MAX_QUERY_LENGTH = 2000;
/** Needs of one query that are looked at by themselves. */
const MAX_NEEDS = 12;
/** The hit that the first is held against, whatever the limit. */
const TENTH = 10;
/** Share of the best score from which a tool that is not shown is counted. */
const ABOUT_AS_WELL = 0.8;
/** A need of fewer words is a fragment. */
const MIN_NEED_CONCEPTS = 2;
/** Score from which a need counts in full: a sentence of chatter finds nothing well. */
const FULL_NEED_SCORE = 20;

/**
 * A search index over a catalogue, built at the first search and kept up to date from there. BM25F
 * over names, descriptions and parameters, with words split at case and punctuation, lightly
 * stemmed, with synonyms; a long query is ranked as a whole and by its sentences.
 */
export function createSearchIndex(first: Catalogue): SearchIndex {
  let postings = createToolPostings();
  let catalogue = first;
  let room: SearchRoom | undefined;
  let isStale = true;
  let maxTerms = TERMS_TO_COME;
  const current = (): SearchRoom => {
    if (room !== undefined && !isStale) return room;
    postings.update(catalogue);
    if (postings.vocabulary.size > maxTerms) {
      postings = createToolPostings();
      postings.update(catalogue);
      maxTerms = TERMS_TO_COME + 2 * postings.vocabulary.size;
      room = undefined;
    }
    if (room === undefined || room.capacity < postings.capacity) room = makeRoom(postings);
    isStale = false;
    return room;
  };
  return {
    search: (query, options) => searchIn(catalogue, current(), query, options),
    update(next) {
      if (next === catalogue) return;
      catalogue = next;
      isStale = true;
    },
  };
}

/** Arrays for one search after another. */
interface SearchRoom {
  readonly capacity: number;
  readonly postings: ToolPostings;
  readonly scorer: ToolScorer;
  readonly whole: ScoreBoard;
  readonly need: ScoreBoard;
}

function makeRoom(postings: ToolPostings): SearchRoom {
  const capacity = Math.ceil(postings.capacity * SPARE_ROOM);
  return {
    capacity,
    postings,
    scorer: createToolScorer(postings, capacity),
    whole: createScoreBoard(capacity),
    need: createScoreBoard(capacity),
  };
}

function searchIn(
  catalogue: Catalogue,
  room: SearchRoom,
  query: string,
  options: SearchOptions,
): SearchResult {
  const { postings, scorer, whole } = room;
  const text = query.slice(0, MAX_QUERY_LENGTH);
  const understood = queryConcepts(text, postings);
  whole.clear();
  scorer.score(understood.concepts, whole);
  const needs = splitNeeds(text).slice(0, MAX_NEEDS);
  if (needs.length > 1) scoreNeeds(needs, room);
  const ranked = rank(room, understood, { ...options, limit: Math.max(options.limit, TENTH) });
  const found = ranked.flatMap((document): readonly SearchHit[] => {
    const tool = postings.toolOf(document);
    return tool === undefined ? [] : [{ tool, score: whole.scores[document] ?? 0 }];
  });
  const hits = found.slice(0, options.limit);
  const named = namedTool(catalogue, query.trim(), options);
  if (named !== undefined) {
    const first = { tool: named, score: 2 * whole.best + 1 };
    const others = hits.filter(({ tool }) => tool !== named);
    const own = [first, ...others].slice(0, options.limit);
    return { hits: own, total: own.length, isLikely: true, readAs: [] };
  }
  const { readAs } = understood;
  const [best] = found;
  if (best === undefined) return { hits, total: 0, isLikely: false, readAs };
  const fit = measureFit(best.tool, understood, postings.vocabulary.textOf, {
    // Beside the scores of single needs the tool's own is a share of the best.
    score: needs.length > 1 ? whole.best : best.score,
    tenthShare: (found[TENTH - 1]?.score ?? 0) / best.score,
  });
  const total = countAbout(best.score, room, understood, options);
  return { hits, total, isLikely: isLikelyFit(fit, needs.length), fit, readAs };
}

/** The tool whose id or call path the query is. */
function namedTool(
  catalogue: Catalogue,
  text: string,
  options: SearchOptions,
): CatalogueTool | undefined {
  const path = /^tools\.([^.]+)\.(.+)$/.exec(text);
  const found = path === null ? undefined : catalogue.resolve(path[1] ?? '', path[2] ?? '');
  const tool = found?.kind === 'found' ? found.tool : catalogue.byId(text);
  return tool !== undefined && isWanted(tool, options) ? tool : undefined;
}

function isWanted(
  tool: CatalogueTool | undefined,
  { server, accepts }: SearchOptions,
): tool is CatalogueTool {
  if (tool === undefined) return false;
  const isOfServer =
    server === undefined || tool.server === server || tool.serverIdentifier === server;
  return isOfServer && accepts?.(tool) !== false;
}

/** Adds to each tool's score, both as shares of the best, how well it fits the need that it fits best. */
function scoreNeeds(needs: readonly string[], { postings, scorer, whole, need }: SearchRoom): void {
  if (whole.best === 0) return;
  const gains = new Map<number, number>();
  for (const part of needs) {
    const { concepts } = queryConcepts(part, postings);
    if (concepts.length < MIN_NEED_CONCEPTS) continue;
    need.clear();
    scorer.score(concepts, need);
    if (need.best === 0) continue;
    const scale = Math.min(1, need.best / FULL_NEED_SCORE) / need.best;
    for (let at = 0; at < need.count; at++) {
      const document = need.touched[at] ?? 0;
      const gain = scale * (need.scores[document] ?? 0);
      if (gain > (gains.get(document) ?? 0)) gains.set(document, gain);
    }
  }
  for (let at = 0; at < whole.count; at++) {
    const document = whole.touched[at] ?? 0;
    whole.scores[document] =
      (whole.scores[document] ?? 0) / whole.best + (gains.get(document) ?? 0);
  }
}

/** The documents that are answers, best first. */
function rank(
  room: SearchRoom,
  understood: QueryConcepts,
  options: SearchOptions,
): readonly number[] {
  const { postings, whole } = room;
  const idOf = (document: number) => postings.toolOf(document)?.id ?? '';
  const best = createBestDocuments(options.limit, (one, other) => idOf(one) < idOf(other));
  for (let at = 0; at < whole.count; at++) {
    const document = whole.touched[at] ?? 0;
    const score = whole.scores[document] ?? 0;
    if (score < best.least || !isEnough(shareOf(document, room, understood))) continue;
    if (isWanted(postings.toolOf(document), options)) best.offer(document, score);
  }
  return best.documents;
}

/** How many documents score about as well as the best. */
function countAbout(
  best: number,
  room: SearchRoom,
  understood: QueryConcepts,
  options: SearchOptions,
): number {
  const { postings, whole } = room;
  let count = 0;
  for (let at = 0; at < whole.count; at++) {
    const document = whole.touched[at] ?? 0;
    if ((whole.scores[document] ?? 0) < best * ABOUT_AS_WELL) continue;
    if (!isEnough(shareOf(document, room, understood))) continue;
    if (isWanted(postings.toolOf(document), options)) count += 1;
  }
  return count;
}

function shareOf(
  document: number,
  { postings, whole }: SearchRoom,
  { weight }: QueryConcepts,
): QueryShare {
  return {
    found: whole.found[document] ?? 0,
    wanted: weight,
    rarest: rarity(0, postings.toolCount),
  };
}
