import type { ContentBlock, Json, JsonObject, UpstreamResult } from '@sluice/contracts';
import { isWellFormed, jsonLength, parseJson, printJson } from '@sluice/json-text';
import { isNestedDeeper } from './is-nested-deeper.js';

/** Deepest nesting of a result that is handed on, in levels; what walks it later does so by recursion. */
export const maxResultDepth = 1000;

/**
 * What a program sees of a tool result (docs/guide/programs.md, "Value of a nested call"). The value is
 * `structuredContent` where there is one (null counts as none beside content); else, where all
 * blocks are text, their text joined by newlines: parsed when it is as a whole a JSON object or
 * array, else as it is; else `{ text, content }` with the same list that is
 * `content`: its media are taken out by the gate. Content that is no list of blocks is read as what it most likely means. Never
 * throws anything of its own, whatever the upstream sent within {@link maxResultDepth} levels.
 *
 * @param raw the `result` as it came
 * @param wireBytes its size on the wire, where known
 * @param readText reads the JSON of a text that seems to be some; may throw. @default without a limit
 */
export async function unwrapResult(
  raw: Json,
  wireBytes?: number,
  readText: ReadText = readJsonText,
): Promise<UpstreamResult> {
  const result = isObject(raw) ? raw : {};
  const content = blocksOf(result['content']);
  const structured = structuredOf(result, content);
  return {
    isError: result['isError'] === true,
    content,
    ...(structured !== undefined && { structuredContent: structured }),
    ...(structured === undefined
      ? await valueOf(raw, result, content, readText)
      : { value: structured }),
    raw,
    sizeBytes: wireBytes ?? jsonLength(raw),
  };
}

/** A text in place of a block is a text block; one block in place of a list is a list of one. */
function blocksOf(content: Json | undefined): readonly ContentBlock[] {
  const items: readonly Json[] = Array.isArray(content) ? content : [content ?? null];
  return items.flatMap((item) => {
    if (isObject(item)) return [item];
    return item === null ? [] : [{ type: 'text', text: asText(item) }];
  });
}

function asText(item: Json): string {
  return typeof item === 'string' ? item : printJson(item);
}

function structuredOf(result: JsonObject, content: readonly ContentBlock[]): Json | undefined {
  const structured = result['structuredContent'];
  return structured === null && content.length > 0 ? undefined : structured;
}

/** The value of JSON text; undefined where it is none, or nested deeper than {@link maxResultDepth} levels. */
export type ReadText = (text: string) => Json | undefined | Promise<Json | undefined>;

type ReadValue = Pick<UpstreamResult, 'value' | 'valueText'>;

async function valueOf(
  raw: Json,
  result: JsonObject,
  content: readonly ContentBlock[],
  readText: ReadText,
): Promise<ReadValue> {
  if (!isObject(raw)) return { value: raw };
  if (result['structuredContent'] === null && content.length === 0) return { value: null };
  const text = content.flatMap(textOf).join('\n');
  if (content.every((block) => block['type'] === 'text')) return parsedOr(text, readText);
  return { value: { text, content } };
}

function textOf(block: ContentBlock): readonly string[] {
  return block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : [];
}

/** Only objects and arrays are parsed: `007` and `true` stay the texts they are. `\s` holds the byte order mark. */
async function parsedOr(text: string, readText: ReadText): Promise<ReadValue> {
  if (!/^\s*[{[]/.test(text)) return { value: text };
  const valueText = text.replace(/^\s+/, '');
  const value = await readText(valueText);
  if (value === undefined) return { value: text };
  return isWellFormed(valueText) ? { value, valueText } : { value };
}

function readJsonText(text: string): Json | undefined {
  try {
    const value = parseJson(text);
    return isNestedDeeper(value, maxResultDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
