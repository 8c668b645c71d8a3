import MiniSearch from 'minisearch';
import type { Catalogue, CatalogueTool } from './catalogue.js';
import { relevanceScale } from './relevance-scale.js';
import { schemaWords } from './schema-words.js';
import type { SearchHit, SearchIndex } from './search-index.js';
import { searchTerms, termsOfWord } from './search-terms.js';
import { splitWords } from './split-words.js';

/** Terms of one query that count; what is beyond adds nothing but time. */
const MAX_TERMS = 48;
/** Query text that is read, in UTF-16 code units. */
const MAX_QUERY_LENGTH = 2000;
/** Description text that is indexed, in UTF-16 code units. */
const MAX_DESCRIPTION_LENGTH = 1500;
/** A term of fewer letters must match whole: the start of almost anything is "a". */
const MIN_PREFIX_LENGTH = 3;
/** How much a word counts that only begins with the term, beside the word itself. */
const PREFIX_WEIGHT = 0.4;

/**
 * Where a word counts for how much. A name is chosen with care and short; parameter docs are long
 * and mention other tools. Chosen on published servers; the ranking is flat around these values.
 */
const BOOSTS = {
  name: 4,
  server: 4,
  title: 2.5,
  description: 1,
  params: 0.6,
  docs: 0.2,
  values: 0.2,
  about: 0.3,
};
type Field = keyof typeof BOOSTS;
const FIELDS = Object.keys(BOOSTS) as Field[];

/**
 * A search index over a catalogue, built at the first search. BM25+ over names, descriptions and
 * parameters (MiniSearch), with words split at case and punctuation, lightly stemmed, and found by
 * their beginnings too.
 */
export function createSearchIndex(catalogue: Catalogue): SearchIndex {
  let built: BuiltIndex | undefined;
  return {
    search: (query, { server, limit }) => {
      built ??= buildIndex(catalogue);
      return searchIn(built, query, server, limit);
    },
  };
}

interface BuiltIndex {
  readonly engine: MiniSearch<Entry>;
  /** In the order of their ids, so that the order of the catalogue cannot show in the ranking. */
  readonly tools: readonly CatalogueTool[];
  /** Number of tools that hold a term. */
  readonly frequencies: ReadonlyMap<string, number>;
}

type Entry = { readonly id: number } & Readonly<Record<Field, string>>;

function buildIndex(catalogue: Catalogue): BuiltIndex {
  const tools = [...catalogue.tools].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const about = new Map(
    catalogue.servers.map(({ name, description }) => [name, description ?? '']),
  );
  const frequencies = new Map<string, number>();
  let seen = new Set<string>();
  const engine = new MiniSearch<Entry>({
    fields: FIELDS,
    idField: 'id',
    tokenize: (text) => {
      const terms = searchTerms(text);
      for (const term of terms) seen.add(term);
      return terms;
    },
    processTerm: (term) => term,
    autoVacuum: false,
  });
  tools.forEach((tool, id) => {
    seen = new Set();
    engine.add(entryOf(tool, id, about.get(tool.server) ?? ''));
    for (const term of seen) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  });
  return { engine, tools, frequencies };
}

function entryOf({ server, name, tool }: CatalogueTool, id: number, about: string): Entry {
  const words = schemaWords(tool.inputSchema);
  return {
    id,
    server,
    name,
    title: String(tool.title ?? tool.annotations?.title ?? ''),
    description: String(tool.description ?? '').slice(0, MAX_DESCRIPTION_LENGTH),
    params: words.names,
    docs: words.docs,
    values: words.values,
    about: about.slice(0, MAX_DESCRIPTION_LENGTH),
  };
}

function searchIn(
  index: BuiltIndex,
  query: string,
  server: string | undefined,
  limit: number,
): readonly SearchHit[] {
  const terms = queryTerms(query, index.frequencies);
  if (terms.length === 0 || limit <= 0) return [];
  const scale = relevanceScale(terms, index.frequencies, index.tools.length);
  const exact = query.trim();
  const results = index.engine.search(terms.join(' '), {
    tokenize: (text) => text.split(' '),
    boost: BOOSTS,
    prefix: (term) => term.length >= MIN_PREFIX_LENGTH,
    weights: { prefix: PREFIX_WEIGHT, fuzzy: 0 },
    filter: ({ id }) => isOfServer(index.tools[id], server),
  });

  const hits: RankedHit[] = [];
  for (const { id, score, queryTerms: matched, match } of results) {
    const tool = index.tools[id];
    if (tool === undefined) continue;
    const isNamed = tool.id === exact || tool.callPath === exact;
    const relevance = scale.relevanceOf(matched, match);
    if (!isNamed && !relevance.fits) continue;
    hits.push({ tool, order: id, isNamed, score: score * Math.sqrt(relevance.coverage) });
  }
  hits.sort(
    (a, b) => Number(b.isNamed) - Number(a.isNamed) || b.score - a.score || a.order - b.order,
  );
  return hits.slice(0, limit).map(({ tool, score }) => ({ tool, score }));
}

interface RankedHit extends SearchHit {
  readonly order: number;
  /** The query is this tool's id or call path. */
  readonly isNamed: boolean;
}

function isOfServer(tool: CatalogueTool | undefined, server: string | undefined): boolean {
  if (tool === undefined) return false;
  return server === undefined || tool.server === server || tool.serverIdentifier === server;
}

/** The query's terms. A camel-case word counts whole where the index knows it so ("GitHub"), else by its parts. */
function queryTerms(query: string, frequencies: ReadonlyMap<string, number>): string[] {
  const terms = splitWords(query.slice(0, MAX_QUERY_LENGTH)).flatMap(({ whole, parts }) => {
    if (parts.length === 0) return termsOfWord(whole, []);
    const [joined] = termsOfWord(whole, []);
    return joined !== undefined && frequencies.has(joined)
      ? [joined]
      : parts.flatMap((part) => termsOfWord(part, []));
  });
  return [...new Set(terms)].slice(0, MAX_TERMS);
}
