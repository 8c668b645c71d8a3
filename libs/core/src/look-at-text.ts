import type {
  ResultKind,
  ResultSettings,
  TextExtent,
  ValueLook,
  Workbench,
} from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import { previewText } from './preview-value.js';
import { startOfText } from './start-of-text.js';

/** A kept text that is to be described. */
export interface KeptText {
  /** It, or its bytes in UTF-8: shared memory is not copied on its way. */
  readonly text: string | Uint8Array;
  /** Whether `text` is only the start of it: as much as is looked at. @default false */
  readonly isStart?: boolean;
  readonly kind: Exclude<ResultKind, 'bytes'>;
  /** UTF-8 bytes of all of it. */
  readonly sizeBytes: number;
  /** Of a `text`, where it is known. */
  readonly extent?: TextExtent | undefined;
  readonly sessionId: string;
  readonly signal: AbortSignal;
}

/** Start of JSON that is looked at, in UTF-16 units or bytes: a copy of it goes to another thread, which takes 16 ms. */
export const maxLookLength = 33_554_432;

/**
 * Shape and preview of a text that is kept: whatever goes wrong here costs no more than its
 * description.
 */
export async function lookAtText(
  { text, isStart = false, kind, sizeBytes, extent, sessionId, signal }: KeptText,
  {
    workbench,
    settings: { previewMaxBytes },
  }: { readonly workbench: Workbench; readonly settings: ResultSettings },
): Promise<ValueLook> {
  const preview = () =>
    previewText(startOfText(text, previewMaxBytes + 1), previewMaxBytes, sizeBytes);
  if (kind === 'text') return { shape: shapeOfText(sizeBytes, extent), preview: preview() };
  const start = text.slice(0, maxLookLength);
  const isWhole = !isStart && start.length === text.length;
  const value = { json: start, sizeBytes, isWhole, previewMaxBytes };
  try {
    return await workbench.run('lookAtValue', value, { owner: sessionId, signal });
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return { shape: 'JSON, not described', preview: preview() };
  }
}

/** What a text is, in a few words. */
export function shapeOfText(sizeBytes: number, extent: TextExtent | undefined): string {
  return extent === undefined
    ? `text of ${sizeBytes} bytes`
    : `text of ${extent.characters} characters in ${extent.lines} lines`;
}
