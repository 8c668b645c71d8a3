import type { CatalogueTool } from './catalogue.js';
import type { QueryConcept, QueryConcepts } from './query-concepts.js';
import { HIGHEST_GAIN } from './score-tools.js';
import { searchTerms } from './search-terms.js';
import { toolHead } from './tool-fields.js';

/** How much a word counts that stands there only as a synonym of the query's. */
const SYNONYM_SHARE = 0.6;
/** Where a name has no word but its server's, nothing is known of its verb. */
const UNKNOWN_VERB = 0.5;

/** How well the first hit fits a query, in measures that mean the same in any catalogue. */
export interface FitMeasures {
  /** Share of the query's words, by rarity, in the tool's name, server, title and first sentence, 0 … 1. */
  readonly heldShare: number;
  /** The same without the words that stand in the server's name. */
  readonly heldBesideServer: number;
  /** Words of the query in none of them, as a number. */
  readonly missing: number;
  /** Whether the query says the first word of the tool's name, by and large its verb: 0, as a synonym, or 1. */
  readonly verbSaid: number;
  /** The tool's score, as a share of what a tool full of every word would have; a little above 1 at most. */
  readonly scoreShare: number;
  /** Score of the tenth hit as a share of the first's; 0 where there are fewer. */
  readonly tenthShare: number;
  /** Words of the query that tell something. */
  readonly length: number;
}

/** Measures one tool against a query that it ranks first for. */
export function measureFit(
  tool: CatalogueTool,
  { concepts, weight }: QueryConcepts,
  textOf: (term: number) => string,
  { score, tenthShare }: { readonly score: number; readonly tenthShare: number },
): FitMeasures {
  const head = toolHead(tool);
  const server = new Set(searchTerms(head.server));
  const own = new Set([head.name, head.title, head.first].flatMap(searchTerms));
  const said = (concept: QueryConcept, among: ReadonlySet<string>) =>
    concept.terms.reduce(
      (most, { term, share }) =>
        among.has(textOf(term)) ? Math.max(most, share === 1 ? 1 : SYNONYM_SHARE) : most,
      0,
    );
  let held = 0;
  let missing = 0;
  let besideServer = 0;
  let heldBesideServer = 0;
  for (const concept of concepts) {
    const byServer = said(concept, server);
    const byTool = said(concept, own);
    held += concept.weight * Math.max(byServer, byTool);
    if (byServer > 0) continue;
    besideServer += concept.weight;
    heldBesideServer += concept.weight * byTool;
    if (byTool === 0) missing += 1;
  }
  const verb = searchTerms(head.name).find((term) => !server.has(term));
  const verbSaid =
    verb === undefined
      ? UNKNOWN_VERB
      : concepts.reduce((most, concept) => Math.max(most, said(concept, new Set([verb]))), 0);
  return {
    heldShare: weight === 0 ? 0 : held / weight,
    heldBesideServer: besideServer === 0 ? 1 : heldBesideServer / besideServer,
    missing,
    verbSaid,
    scoreShare: weight === 0 ? 0 : score / (weight * HIGHEST_GAIN),
    tenthShare,
    length: concepts.length,
  };
}
