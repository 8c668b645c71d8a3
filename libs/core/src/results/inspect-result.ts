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
      const { kind, sizeBytes, extent } = stored;
      // No more is read than is looked at, and it goes to another thread as it comes.
      const wanted = kind === 'text' ? options.settings.results.previewMaxBytes : maxLookLength;
      const range = { offset: 0, length: wanted + maxOverhang };
      const { bytes } = await store.readBytes(session.id, stored.ref, range);
      const isStart = bytes.length < sizeBytes;
      const text = isStart ? cutUtf8(bytes, wanted).bytes : bytes;
      const kept = { text, isStart, kind, sizeBytes, extent, sessionId: session.id, signal };
      return { status: 'done', stored, ...(await lookAtText(kept, shaper)) };
    });
}
