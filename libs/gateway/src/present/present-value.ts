import type { StoredResult } from '@sluice/contracts';
import type { ShapedValue } from '@sluice/core';
import { formatSize } from './format-size.js';
import { showWithin } from './show-within.js';

/**
 * A value as the model reads it: itself, so that it can be used as it stands, or the envelope of one
 * that is kept: reference, size, shape, how to go on, and the preview last.
 *
 * @param goOn how to go on, for a client that has other tools
 */
export function presentValue(value: ShapedValue, goOn = inPrograms): string {
  switch (value.kind) {
    case 'none':
      return 'undefined (the program returned nothing)';
    case 'inline':
      // Clients and models refuse a block that shows nothing (Anthropic: "must contain non-whitespace text").
      return value.text.trim() === '' ? `${JSON.stringify(value.text)} (a blank text)` : value.text;
    case 'reference':
      return [
        `${value.stored.ref}: ${sizeAndKind(value.stored)} were kept outside the conversation.`,
        `shape: ${showWithin(value.shape, maxShapeBytes)}`,
        goOn,
        'preview:',
        showWithin(value.preview, value.previewMaxBytes),
      ].join('\n');
  }
}

const inPrograms =
  'Go on in a program: recall(ref) gives it whole, results.select(ref, "JMESPath") a part.';

/** The envelope takes at most 600 bytes beside its preview, whatever the names of keys are. */
const maxShapeBytes = 380;

/** `5.4 MB of JSON`. */
export function sizeAndKind({ sizeBytes, kind, contentType }: StoredResult): string {
  const what = kind === 'bytes' ? contentType : kind === 'text' ? 'text' : 'JSON';
  return `${formatSize(sizeBytes)} of ${what}`;
}
