import type { Json, ResultSettings, ResultStore } from '@sluice/contracts';
import { parseJson } from '@sluice/json-text';
import { describeShape } from './describe-shape.js';
import { headOfJson } from './head-of-json.js';
import { previewText, previewValue } from './preview-value.js';
import type { ShapedValue } from './shaped-value.js';

/** What {@link shapeResult} needs. */
export interface ShaperOptions {
  readonly store: ResultStore;
  readonly settings: ResultSettings;
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
  { store, settings }: ShaperOptions,
  { sessionId, json, kind, sizeBytes, source }: WireResult,
): Promise<ShapedValue> {
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
  return { kind: 'reference', stored, ...look(json, settings.previewMaxBytes) };
}

/**
 * Values of a result that are looked at: 100,000 records of ten fields. The host parses them, and nobody
 * else is answered while it does.
 */
const maxValues = 1_000_000;

function look(json: string, maxBytes: number): { shape: string; preview: string } {
  const head = headOfJson(json, maxValues);
  const value = tryParse(head);
  const asText = () => previewText(json, maxBytes);
  if (value === undefined)
    return { shape: 'JSON, too deeply nested to describe', preview: asText() };
  if (head === json) return { shape: describeShape(value), preview: previewValue(value, maxBytes) };
  // Its counts are those of the head.
  return { shape: `its first 1,000,000 values: ${describeShape(value)}`, preview: asText() };
}

/** The string in a wire text that is one; undefined where it is not, or where UTF-8 cannot carry it (a lone surrogate). */
function plainTextOf(json: string): string | undefined {
  if (!json.startsWith('"')) return undefined;
  const text = tryParse(json);
  return typeof text === 'string' && !/\p{Surrogate}/u.test(text) ? text : undefined;
}

function tryParse(json: string): Json | undefined {
  try {
    return parseJson(json);
  } catch {
    return undefined;
  }
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
