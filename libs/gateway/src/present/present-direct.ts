import { isSpecType } from '@modelcontextprotocol/server';
import type { ContentBlock, Json, JsonObject, UpstreamResult } from '@sluice/contracts';
import type { DirectReport } from '@sluice/core';
import { parseJson, printJson } from '@sluice/json-text';
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
  if (structuredContent === undefined) return { content: blocks, ...head };
  const isWhole = isObject(structuredContent) && !hasLongIntegers(structuredContent);
  // What cannot go as structure (no object; a number of the SDK's would lose digits) goes as text. And many
  // clients show their model the content alone.
  const isSaid = isWhole ? content.length > 0 : saysAll(content, structuredContent);
  return {
    content: isSaid ? blocks : [...blocks, text(printJson(structuredContent))],
    ...((isWhole || (hasOutputSchema && isObject(structuredContent))) && {
      structuredContent: isWhole ? structuredContent : plainJson(structuredContent),
    }),
    ...head,
  };
}

/** Whether a text among the content is the structure, but for white space. */
function saysAll(content: readonly ContentBlock[], structured: Json): boolean {
  const wanted = printJson(structured);
  return content.some(
    (block) => block['type'] === 'text' && compact(String(block['text'])) === wanted,
  );
}

function compact(json: string): string | undefined {
  try {
    return printJson(parseJson(json));
  } catch {
    return undefined;
  }
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
