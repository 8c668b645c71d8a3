import type { ContentBlock, ResultStore } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import { mediaPlaceOf, without } from './media-block.js';

/** What {@link loadMedia} needs. */
export interface LoadMediaOptions {
  readonly store: Pick<ResultStore, 'find' | 'readBytes'>;
  readonly sessionId: string;
}

/** A block as clients take it, or why there is none: the end of a sentence. */
export type LoadedMedia =
  | { readonly ok: true; readonly block: ContentBlock; readonly sizeBytes: number }
  | { readonly ok: false; readonly problem: string };

/** Read at a stretch; a multiple of 3, so that the pieces of base64 join. */
const pieceBytes = 393_216;

/** Whether a block is a handle: media by reference. */
export function isHandle(block: ContentBlock): boolean {
  const place = mediaPlaceOf(block);
  return (
    place !== undefined &&
    typeof place.holder['ref'] === 'string' &&
    place.holder[place.key] === undefined
  );
}

/**
 * The block that a handle stands for, with its bytes as base64 again. What it says of its own size and type is a
 * program's word; how much is read is what the store says.
 *
 * @param maxBytes most bytes of base64
 */
export async function loadMedia(
  handle: ContentBlock,
  maxBytes: number,
  { store, sessionId }: LoadMediaOptions,
): Promise<LoadedMedia> {
  const place = mediaPlaceOf(handle);
  if (place === undefined) return { ok: false, problem: 'it is no media' };
  const ref = String(place.holder['ref']);
  const name = ref.slice(0, 64);
  try {
    const { sizeBytes, kind, contentType } = await store.find(sessionId, ref);
    if (kind !== 'bytes') return { ok: false, problem: `"${name}" is a value, not media` };
    const base64Bytes = Math.ceil(sizeBytes / 3) * 4;
    if (base64Bytes > maxBytes)
      return { ok: false, problem: `"${name}" takes ${base64Bytes} bytes, ${maxBytes} are left` };
    let base64 = '';
    for (let offset = 0; offset < sizeBytes; offset += pieceBytes) {
      const range = { offset, length: pieceBytes };
      base64 += base64Of((await store.readBytes(sessionId, ref, range)).bytes);
    }
    const holder = {
      ...without(place.holder, ['ref', 'sizeBytes']),
      mimeType: contentType,
      [place.key]: base64,
    };
    return { ok: true, block: place.withHolder(holder), sizeBytes: base64Bytes };
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return { ok: false, problem: `"${name}" is not there: unknown, released, or its time was up` };
  }
}

/** Arguments of one call; more would not fit the stack. */
const lettersAtOnce = 8192;

function base64Of(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += lettersAtOnce)
    binary += String.fromCharCode(...bytes.subarray(at, at + lettersAtOnce));
  return btoa(binary);
}
