import type { Json, ValueLook, ValueText } from '@sluice/contracts';
import { parseJson } from '@sluice/json-text';
import { describeShape } from './describe-shape.js';
import { headOfJson } from './head-of-json.js';
import { previewText, previewValue } from './preview-value.js';
import { decodeText } from './start-of-text.js';

/**
 * Values of a result that are looked at: 100,000 records of ten fields. Up to 1.5 s of work where each
 * has a key of its own.
 */
const maxValues = 1_000_000;

/** Says what a value looks like: its shape on one line, and a preview. */
export function lookAtValue({ json: text, ...about }: ValueText): ValueLook {
  const { sizeBytes, isWhole, previewMaxBytes } = about;
  const json = decodeText(text);
  const { head, isAll } = headOfJson(json, maxValues, isWhole);
  const value = tryParse(head);
  const asText = () => previewText(json, previewMaxBytes, sizeBytes);
  if (value === undefined) {
    const why = head === '' ? 'one long text or number' : 'too deeply nested to describe';
    return { shape: `JSON, ${why}`, preview: asText() };
  }
  if (isAll) return { shape: describeShape(value), preview: previewValue(value, previewMaxBytes) };
  // Its counts are those of the head.
  return { shape: `its first part: ${describeShape(value)}`, preview: asText() };
}

/** Longest text that is looked at in place, in UTF-16 units or bytes. Measured: 15 ms where every value has a key of its own. */
const maxSmallLength = 262_144;

/** The same where it is done within some 30 ms, whatever the value; else undefined. */
export function lookAtSmallValue(text: ValueText): ValueLook | undefined {
  return text.json.length <= maxSmallLength ? lookAtValue(text) : undefined;
}

function tryParse(json: string): Json | undefined {
  try {
    return parseJson(json);
  } catch {
    return undefined;
  }
}
