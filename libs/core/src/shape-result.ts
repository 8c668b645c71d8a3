import type { ResultSettings, ResultStore, ValueLook, Workbench } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import { previewText } from './preview-value.js';
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
  if (text !== undefined) {
    const stored = await store.put(sessionId, { text, kind: 'text', source });
    const shape = `text of ${text.length} characters in ${countLines(text)} lines`;
    return {
      kind: 'reference',
      stored,
      shape,
      preview: previewText(text, settings.previewMaxBytes),
    };
  }
  const stored = await store.put(sessionId, { text: json, kind, source });
  return { kind: 'reference', stored, ...(await look(result, options)) };
}

/** Start of a text that is looked at, in UTF-16 units: a copy of it goes to another thread, which takes 16 ms. */
const maxLookLength = 33_554_432;

/** The value is kept by now: whatever goes wrong here costs no more than its description. */
async function look(
  { json, sizeBytes, sessionId, signal }: WireResult,
  { workbench, settings: { previewMaxBytes } }: ShaperOptions,
): Promise<ValueLook> {
  const start = json.slice(0, maxLookLength);
  const text = {
    json: start,
    sizeBytes,
    isWhole: start.length === json.length,
    previewMaxBytes,
  };
  try {
    return await workbench.run('lookAtValue', text, { owner: sessionId, signal });
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return {
      shape: 'JSON, not described',
      preview: previewText(start, previewMaxBytes, sizeBytes),
    };
  }
}

/** The string in a wire text that is one; undefined where it is not, or where UTF-8 cannot carry it (a lone surrogate). */
function plainTextOf(json: string): string | undefined {
  if (!json.startsWith('"')) return undefined;
  const text: unknown = JSON.parse(json);
  // Half a pair can only come from an escape.
  const isWhole = !json.includes('\\u') || !/\p{Surrogate}/u.test(text as string);
  return typeof text === 'string' && isWhole ? text : undefined;
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
