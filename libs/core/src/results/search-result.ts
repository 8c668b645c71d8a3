import type { SearchMatch } from '@sluice/contracts';
import { queryErrorOf } from './query-error-of.js';
import { createResultAccess } from './result-access.js';
import { refusing } from './result-refusal.js';
import type { ResultRefusal } from './result-refusal.js';
import type { ResultContext, ResultToolOptions } from './result-tools.js';
import { nameOf } from './select-text.js';

/** What a search found. */
export type SearchResultReport =
  | {
      readonly status: 'done';
      readonly matches: readonly SearchMatch[];
      /** All of them, given or not. */
      readonly total: number;
      /** False where it had to stop before the end. */
      readonly isWhole: boolean;
    }
  | ResultRefusal;

/** What to look for. */
export interface SearchResultRequest {
  readonly ref: string;
  readonly query: string;
  /** Reads the query as a regular expression. @default false */
  readonly regex?: boolean | undefined;
  /** @default 20 */
  readonly limit?: number | undefined;
}

/** Looks for a text or a regular expression in a result. */
export type SearchResult = (
  request: SearchResultRequest,
  context: ResultContext,
) => Promise<SearchResultReport>;

/** Longest excerpt of one match, in UTF-16 code units. */
const maxExcerptLength = 200;

/** Makes the use case behind `search_result`: lines of a text, leaves of a JSON value. */
export function createSearchResult({ store, workbench }: ResultToolOptions): SearchResult {
  const access = createResultAccess(store);
  return ({ ref, query, regex: isRegex = false, limit = 20 }, { session, signal }) =>
    refusing(async () => {
      const { text, kind } = await access.readForThread(session, ref);
      const input = { text, kind, query, isRegex, limit, maxExcerptLength };
      const output = await workbench.run('searchText', input, { owner: session.id, signal });
      if (!output.ok) throw queryErrorOf(`search in ${nameOf(ref)}`, query, output.problem);
      const { matches, total, isWhole } = output;
      return { status: 'done', matches, total, isWhole };
    });
}
