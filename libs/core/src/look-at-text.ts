import type { ResultKind, ResultSettings, ValueLook, Workbench } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import { previewText } from './preview-value.js';

/** A kept text that is to be described. */
export interface KeptText {
  readonly text: string;
  /** Whether `text` is only the start of it: of JSON as much as is looked at. @default false */
  readonly isStart?: boolean;
  readonly kind: Exclude<ResultKind, 'bytes'>;
  /** UTF-8 bytes of all of it. */
  readonly sizeBytes: number;
  readonly sessionId: string;
  readonly signal: AbortSignal;
}

/** Start of a text that is looked at, in UTF-16 units: a copy of it goes to another thread, which takes 16 ms. */
export const maxLookLength = 33_554_432;

/**
 * Shape and preview of a text that is kept: whatever goes wrong here costs no more than its
 * description.
 */
export async function lookAtText(
  { text, isStart = false, kind, sizeBytes, sessionId, signal }: KeptText,
  {
    workbench,
    settings: { previewMaxBytes },
  }: { readonly workbench: Workbench; readonly settings: ResultSettings },
): Promise<ValueLook> {
  const start = text.slice(0, maxLookLength);
  const preview = () => previewText(start, previewMaxBytes, sizeBytes);
  if (kind === 'text')
    return {
      shape: `text of ${text.length} characters in ${countLines(text)} lines`,
      preview: preview(),
    };
  const isWhole = !isStart && start.length === text.length;
  const value = { json: start, sizeBytes, isWhole, previewMaxBytes };
  try {
    return await workbench.run('lookAtValue', value, { owner: sessionId, signal });
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return { shape: 'JSON, not described', preview: preview() };
  }
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
