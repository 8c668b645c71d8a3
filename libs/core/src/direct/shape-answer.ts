import type {
  ContentBlock,
  Json,
  ResultMode,
  ResultStore,
  Settings,
  ToolId,
  UpstreamResult,
  Workbench,
} from '@sluice/contracts';
import { isJsonLonger, jsonLength, utf8Length } from '@sluice/json-text';
import { shapeResult } from '../shape-result.js';
import { textOfValue } from '../text-of-value.js';
import type { ResultContext } from '../results/result-tools.js';
import type { DirectReport } from './direct-call.js';

/** What {@link shapeAnswer} needs. */
export interface AnswerShaperOptions {
  readonly settings: Settings;
  readonly store: ResultStore;
  readonly workbench: Workbench;
}

/**
 * Decides whether a client gets a result as it came, or a reference in its place. What counts is the value
 * that a program would see, and the text beside it; images, audio and blobs are shown, not read, and are
 * passed on either way.
 *
 * @throws SluiceError as {@link shapeResult}
 */
export async function shapeAnswer(
  result: UpstreamResult,
  mode: ResultMode,
  source: ToolId,
  { settings, store, workbench }: AnswerShaperOptions,
  { session, signal }: ResultContext,
): Promise<Extract<DirectReport, { status: 'passed' | 'kept' }>> {
  const { inlineMaxBytes } = settings.results;
  const passed = { status: 'passed', result } as const;
  // Nothing in it can be larger than all of it was; and an error is short, or it is no use to the model.
  const isSmall = result.sizeBytes <= inlineMaxBytes;
  if (mode === 'never' || ((mode === 'auto' || result.isError) && isSmall)) return passed;

  const form = textOfValue(valueToKeep(result, inlineMaxBytes), result.valueText);
  const sizeBytes = utf8Length(form.text);
  if ((mode === 'auto' || result.isError) && sizeBytes <= inlineMaxBytes) return passed;
  const value = await shapeResult(
    // It is decided: whatever its size, it is kept.
    { store, workbench, settings: { ...settings.results, inlineMaxBytes: -1 } },
    { ...form, sessionId: session.id, sizeBytes, source, signal },
  );
  return {
    status: 'kept',
    value,
    media: result.content.filter(isMedia),
    isError: result.isError,
  };
}

/** A long text beside a short structure is no copy of it: both are kept. */
function valueToKeep({ value, content, structuredContent }: UpstreamResult, most: number): Json {
  if (structuredContent === undefined) return value;
  const text = content
    .flatMap((block) => (block['type'] === 'text' ? [String(block['text'])] : []))
    .join('\n');
  const isLong = text.length > most || utf8Length(text) > most;
  const isShort = () =>
    !isJsonLonger(structuredContent, most) && jsonLength(structuredContent) <= most;
  return isLong && isShort() ? { text, structuredContent } : value;
}

function isMedia(block: ContentBlock): boolean {
  const { type, resource } = block;
  if (type === 'image' || type === 'audio') return true;
  return type === 'resource' && typeof resource === 'object' && resource !== null
    ? 'blob' in resource
    : false;
}
