import { isSpecType } from '@modelcontextprotocol/server';
import type { ContentBlock, Json, JsonObject, UpstreamResult } from '@sluice/contracts';
import type { DirectReport } from '@sluice/core';
import { printJson } from '@sluice/json-text';
import type { Asked } from '../exchange/asking-calls.js';
import type { ToolAnswer } from '../tools/tool-outcome.js';
import type { Envelope } from './envelopes.js';
import { hasLongIntegers, plainJson } from './plain-json.js';
import { presentRefusal } from './present-refusal.js';
import { presentUnasked } from './present-unasked.js';

/** What a direct call is answered with. */
export interface DirectPresentation {
  /** The client holds the answer to the tool's own schema. */
  readonly hasOutputSchema: boolean;
  /** The envelope of a kept result. */
  readonly envelope: Envelope;
}

/** A direct call as the client gets it: what the upstream sent, or an envelope, or why there is neither. */
export function presentDirect(
  report: Asked<DirectReport>,
  options: DirectPresentation,
): ToolAnswer {
  switch (report.status) {
    case 'passed':
      return passOn(report.result, options);
    case 'kept': {
      const { value, media, isError } = report;
      const { content, structuredContent } = options.envelope(value);
      const blocks = [...content, ...media.map(asBlock)];
      return { content: blocks, isError, ...(structuredContent && { structuredContent }) };
    }
    case 'failed':
      return presentRefusal(report.error);
    case 'asks':
      return presentUnasked(report);
    case 'denied':
    case 'refused':
      return presentRefusal(report);
  }
}

/** Content, structure and `_meta` as they came; what no client would take is text instead. */
function passOn(result: UpstreamResult, { hasOutputSchema }: DirectPresentation): ToolAnswer {
  const { raw, content, isError, structuredContent } = result;
  const meta = metaOf(raw);
  const blocks = content.map(asBlock);
  const head = { isError, ...(meta && { _meta: meta }) };
  if (!isObject(structuredContent)) {
    const isLost = structuredContent !== undefined && content.length === 0;
    return { content: isLost ? [text(printJson(structuredContent))] : blocks, ...head };
  }
  if (!hasLongIntegers(structuredContent)) return { content: blocks, structuredContent, ...head };
  if (hasOutputSchema)
    return { content: blocks, structuredContent: plainJson(structuredContent), ...head };
  // A number of the SDK's would lose digits; a text keeps them.
  const hasText = content.some(({ type }) => type === 'text');
  return { content: hasText ? blocks : [...blocks, text(printJson(structuredContent))], ...head };
}

/** One block that is no MCP content would cost the client the whole answer. */
function asBlock(block: ContentBlock): ContentBlock {
  return !hasLongIntegers(block) && isSpecType.ContentBlock(block) ? block : text(printJson(block));
}

function metaOf(raw: Json): JsonObject | undefined {
  const meta = isObject(raw) ? raw['_meta'] : undefined;
  return isObject(meta) ? (plainJson(meta) as JsonObject) : undefined;
}

function text(value: string): ContentBlock {
  return { type: 'text', text: value };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
