import { shapeResult } from '../shape-result.js';
import type { ShapedValue } from '../shaped-value.js';
import { refusing } from './result-refusal.js';
import type { ResultRefusal } from './result-refusal.js';
import type { ResultContext, ResultToolOptions } from './result-tools.js';
import { selectText } from './select-text.js';

/** What became of a selection. */
export type SelectReport = { readonly status: 'done'; readonly value: ShapedValue } | ResultRefusal;

/** Selects from a result by a JMESPath expression. */
export type SelectResult = (
  request: { readonly ref: string; readonly expression: string },
  context: ResultContext,
) => Promise<SelectReport>;

/** Makes the use case behind `select_result`: the selection goes through the shaper, as every value does. */
export function createSelectResult(options: ResultToolOptions): SelectResult {
  const shaper = { ...options, settings: options.settings.results };
  return ({ ref, expression }, context) =>
    refusing(async () => {
      const { json, ...selection } = await selectText(ref, expression, options, context);
      const { session, signal } = context;
      const result = {
        ...selection,
        text: json,
        sessionId: session.id,
        source: 'select_result',
        signal,
      };
      return { status: 'done', value: await shapeResult(shaper, result) };
    });
}
