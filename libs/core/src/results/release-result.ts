import type { StoredResult } from '@sluice/contracts';
import { createResultAccess } from './result-access.js';
import { refusing } from './result-refusal.js';
import type { ResultRefusal } from './result-refusal.js';
import type { ResultContext, ResultToolOptions } from './result-tools.js';

/** What was released. */
export type ReleaseReport =
  { readonly status: 'done'; readonly stored: StoredResult } | ResultRefusal;

/** Forgets a result. */
export type ReleaseResult = (
  request: { readonly ref: string },
  context: ResultContext,
) => Promise<ReleaseReport>;

/** Makes the use case behind `release_result`. */
export function createReleaseResult({ store }: ResultToolOptions): ReleaseResult {
  const access = createResultAccess(store);
  return ({ ref }, { session }) =>
    refusing(async () => {
      const { ref: located } = await access.locate(session, ref);
      const stored = await store.release(session.id, located);
      session.results.release(located);
      return { status: 'done', stored };
    });
}
