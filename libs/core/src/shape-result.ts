import type { ResultSettings, ResultStore, Workbench } from '@sluice/contracts';
import { isWellFormed } from '@sluice/json-text';
import { lookAtText } from './look-at-text.js';
import type { ShapedValue } from './shaped-value.js';

/** What {@link shapeResult} needs. */
export interface ShaperOptions {
  readonly store: ResultStore;
  readonly settings: ResultSettings;
  readonly workbench: Workbench;
}

/** A value on its way to the model. */
export interface ValueToShape {
  readonly sessionId: string;
  /** JSON text; of the kind `wire` with `$type` tags for what JSON lacks; of the kind `text` a bare text. */
  readonly text: string;
  readonly kind: 'json' | 'wire' | 'text';
  /** UTF-8 bytes of `text`. */
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
  value: ValueToShape,
): Promise<ShapedValue> {
  const { store, settings } = options;
  const { sessionId, sizeBytes, source } = value;
  if (value.kind === 'wire' && value.text === undefinedText) return { kind: 'none' };
  const bare = value.kind === 'text' ? value.text : plainTextOf(value.text);
  if (sizeBytes <= settings.inlineMaxBytes)
    return bare === undefined
      ? { kind: 'inline', text: value.text, contentType: 'application/json', sizeBytes }
      : { kind: 'inline', text: bare, contentType: 'text/plain', sizeBytes };
  const kept =
    bare === undefined
      ? { text: value.text, kind: value.kind }
      : { text: bare, kind: 'text' as const };
  const stored = await store.put(sessionId, { ...kept, source });
  const { extent } = stored;
  const look = await lookAtText(
    { ...value, ...kept, sizeBytes: stored.sizeBytes, extent },
    options,
  );
  return { kind: 'reference', stored, ...look, previewMaxBytes: settings.previewMaxBytes };
}

/** The string in a wire text that is one; undefined where it is not, or where UTF-8 cannot carry it (a lone surrogate). */
function plainTextOf(json: string): string | undefined {
  if (!json.startsWith('"')) return undefined;
  const text: unknown = JSON.parse(json);
  // Half a pair can only come from an escape.
  const isWhole = !json.includes('\\u') || isWellFormed(text as string);
  return typeof text === 'string' && isWhole ? text : undefined;
}
