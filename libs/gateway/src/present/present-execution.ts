import type { Json, JsonObject } from '@sluice/contracts';
import type { RunReport, ShapedValue } from '@sluice/core';
import { parseJson } from '@sluice/json-text';
import type { ToolAnswer } from '../tools/tool-outcome.js';
import { checkBlocks } from './check-blocks.js';
import { presentRun } from './present-run.js';
import { presentValue } from './present-value.js';

/**
 * A run as jsmcp answers it. Completed: an object is the structured content itself, anything else is
 * `{ value }`, and the text is the JSON of that. Not completed: what failed as text, and `{ error }`. A value
 * that was kept is `{ reference }`; jsmcp has no word for it.
 */
export function presentExecution(report: RunReport): ToolAnswer {
  if (report.status !== 'completed') {
    const { content } = presentRun(report);
    const error = { error: report.message };
    return { content: content.slice(0, 1), isError: true, structuredContent: error };
  }
  const { value } = report;
  const structuredContent = structureOf(value);
  const text =
    value.kind === 'reference' ? presentValue(value) : JSON.stringify(structuredContent, null, 2);
  const { blocks } = checkBlocks(report.emitted);
  return { content: [{ type: 'text', text }, ...blocks], isError: false, structuredContent };
}

function structureOf(value: ShapedValue): JsonObject {
  switch (value.kind) {
    case 'none':
      return { value: null };
    case 'reference': {
      const { stored, shape, preview } = value;
      return { reference: { ref: stored.ref, sizeBytes: stored.sizeBytes, shape, preview } };
    }
    case 'inline': {
      if (value.contentType === 'text/plain') return { value: value.text };
      const parsed = longIntegersAsTexts(parseJson(value.text));
      return isObject(parsed) ? parsed : { value: parsed };
    }
  }
}

/** As jsmcp writes a BigInt. */
function longIntegersAsTexts(value: Json): Json {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => longIntegersAsTexts(item));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, longIntegersAsTexts(item)]),
  );
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
