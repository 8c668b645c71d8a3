import type { StoredResult, ValueLook } from '@sluice/contracts';
import { shapeOfText } from '../look-at-text.js';
import { lookAtValue } from '../look-at-value.js';
import { previewText } from '../preview-value.js';
import { cutUtf8 } from './cut-utf8.js';

/**
 * Shape and preview of a stored result from its first bytes, in place: for a process that serves nobody else.
 *
 * @param bytes all of it, or its start
 */
export function describeStart(
  { kind, sizeBytes, contentType, extent }: StoredResult,
  bytes: Uint8Array,
  previewMaxBytes: number,
): ValueLook {
  if (kind === 'bytes') return { shape: `bytes (${contentType})`, preview: '' };
  const isWhole = bytes.length === sizeBytes;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    isWhole ? bytes : cutUtf8(bytes, bytes.length - maxOverhang).bytes,
  );
  if (kind !== 'text') return lookAtValue({ json: text, sizeBytes, isWhole, previewMaxBytes });
  const preview = previewText(text, previewMaxBytes, sizeBytes);
  return { shape: shapeOfText(sizeBytes, extent), preview };
}

/** Bytes of the longest character, less one. */
const maxOverhang = 3;
