import type { SelectionInput } from '@sluice/contracts';
import { queryErrorOf } from './query-error-of.js';
import { createResultAccess } from './result-access.js';
import type { ResultName } from './result-access.js';
import type { ResultContext, ResultToolOptions } from './result-tools.js';

/** A selection as JSON text. */
export interface Selection {
  readonly json: string;
  readonly sizeBytes: number;
  /** `wire` where the result was. */
  readonly kind: 'json' | 'wire';
}

/**
 * Applies an expression to a result, beside the thread that answers everybody where that takes time.
 *
 * @throws SluiceError `RESULT_UNKNOWN`, `RESULT_KIND`, `QUERY_INVALID`, `QUERY_FAILED`, `WORK_*`
 */
export async function selectText(
  ref: ResultName,
  expression: SelectionInput['expression'],
  { store, workbench, settings }: Pick<ResultToolOptions, 'store' | 'workbench' | 'settings'>,
  { session, signal }: ResultContext,
): Promise<Selection> {
  const { text, kind } = await createResultAccess(store).readForThread(session, ref);
  const input = { text, kind, expression, maxBytes: settings.results.maxResultBytes };
  const output = await workbench.run('selectFromText', input, { owner: session.id, signal });
  if (!output.ok) {
    const { member } = output.problem;
    const shown =
      typeof expression === 'string'
        ? expression
        : (expression.find(([name]) => name === member)?.[1] ?? '');
    throw queryErrorOf(`select from ${nameOf(ref)}`, shown, output.problem);
  }
  const { json, sizeBytes } = output;
  return { json, sizeBytes, kind: kind === 'wire' ? 'wire' : 'json' };
}

/** A reference as it is shown in an error. */
export function nameOf(ref: ResultName): string {
  return typeof ref === 'number' ? `#${ref}` : ref.slice(0, 64);
}
