import type { StoredResult, ValueLook } from '@sluice/contracts';
import { lookAtText, maxLookLength } from '../look-at-text.js';
import { cutUtf8, maxOverhang } from './cut-utf8.js';
import { createResultAccess } from './result-access.js';
import { refusing } from './result-refusal.js';
import type { ResultRefusal } from './result-refusal.js';
import type { ResultContext, ResultToolOptions } from './result-tools.js';

/** What is known of a result. */
export type InspectReport =
  ({ readonly status: 'done'; readonly stored: StoredResult } & ValueLook) | ResultRefusal;

/** Says what a result is: size, kind, shape, a preview. */
export type InspectResult = (
  request: { readonly ref: string },
  context: ResultContext,
) => Promise<InspectReport>;

/** Makes the use case behind `inspect_result`. */
export function createInspectResult(options: ResultToolOptions): InspectResult {
  const { store } = options;
  const access = createResultAccess(store);
  const shaper = { ...options, settings: options.settings.results };
  return ({ ref }, { session, signal }) =>
    refusing(async () => {
      const stored = await access.locate(session, ref);
      if (stored.kind === 'bytes')
        return { status: 'done', stored, shape: `bytes (${stored.contentType})`, preview: '' };
      const { kind, sizeBytes } = stored;
      const isStart = kind !== 'text' && sizeBytes > maxLookLength;
      const text = await (isStart ? startOf : wholeOf)(stored.ref, session.id);
      const kept = { text, isStart, kind, sizeBytes, sessionId: session.id, signal };
      return { status: 'done', stored, ...(await lookAtText(kept, shaper)) };
    });

  /** Of JSON no more is read than is looked at. */
  async function startOf(ref: string, sessionId: string): Promise<string> {
    const range = { offset: 0, length: maxLookLength + maxOverhang };
    const { bytes } = await store.readBytes(sessionId, ref, range);
    return new TextDecoder().decode(cutUtf8(bytes, maxLookLength).bytes);
  }

  async function wholeOf(ref: string, sessionId: string): Promise<string> {
    return (await store.read(sessionId, ref)).text;
  }
}
