import type { ResultSettings, ResultStore, Workbench } from '@sluice/contracts';
import { lookAtText } from './look-at-text.js';
import type { ShapedValue } from './shaped-value.js';

/** What {@link shapeResult} needs. */
export interface ShaperOptions {
  readonly store: ResultStore;
  readonly settings: ResultSettings;
  readonly workbench: Workbench;
}

/** A value on its way to the model. */
export interface WireResult {
  readonly sessionId: string;
  /** JSON text; of the kind `wire` with `$type` tags for what JSON lacks. */
  readonly json: string;
  readonly kind: 'json' | 'wire';
  /** UTF-8 bytes of `json`. */
  readonly sizeBytes: number;
  /** What made it: `run_code`, or a tool id. */
  readonly source: string;
  /** Nobody waits for it any more. */
  readonly signal: AbortSignal;
}

/** The wire text of `undefined`. */
const undefinedText = '{"$type":"undefined"}';

/**
 * Decides what the model gets of a value: a small one is inline, a string as bare text; a large one
 * is kept and shown as reference, shape and preview.
 *
 * @throws SluiceError `RESULT_TOO_LARGE` above `results.maxResultBytes`; `INTERNAL` when the disk fails.
 */
export async function shapeResult(
  options: ShaperOptions,
  result: WireResult,
): Promise<ShapedValue> {
  const { store, settings } = options;
  const { sessionId, json, kind, sizeBytes, source } = result;
  if (kind === 'wire' && json === undefinedText) return { kind: 'none' };
  if (sizeBytes <= settings.inlineMaxBytes) {
    const text = plainTextOf(json);
    return text === undefined
      ? { kind: 'inline', text: json, contentType: 'application/json', sizeBytes }
      : { kind: 'inline', text, contentType: 'text/plain', sizeBytes };
  }
  const text = plainTextOf(json);
  const kept = text === undefined ? { text: json, kind } : { text, kind: 'text' as const };
  const stored = await store.put(sessionId, { ...kept, source });
  const look = await lookAtText({ ...result, ...kept, sizeBytes: stored.sizeBytes }, options);
  return { kind: 'reference', stored, ...look, previewMaxBytes: settings.previewMaxBytes };
}

/** The string in a wire text that is one; undefined where it is not, or where UTF-8 cannot carry it (a lone surrogate). */
function plainTextOf(json: string): string | undefined {
  if (!json.startsWith('"')) return undefined;
  const text: unknown = JSON.parse(json);
  // Half a pair can only come from an escape.
  const isWhole = !json.includes('\\u') || !/\p{Surrogate}/u.test(text as string);
  return typeof text === 'string' && isWhole ? text : undefined;
}
