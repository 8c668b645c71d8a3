import type {
  ContentBlock,
  Json,
  JsonObject,
  ResultStore,
  UpstreamResult,
} from '@sluice/contracts';
import { mediaPlaceOf, without } from './media-block.js';

/** What {@link keepMedia} needs. */
export interface KeepMediaOptions {
  readonly store: Pick<ResultStore, 'put'>;
  readonly sessionId: string;
  /** Id of the tool. */
  readonly source: string;
}

/** A result without base64, and what kept the store from taking a part of it. */
export interface ResultWithHandles {
  readonly result: UpstreamResult;
  /** The first failure; the handle of such a part has a size and no reference. */
  readonly failure?: unknown;
}

/**
 * Moves the media of a result (images, audio, blobs of embedded resources) into the store and puts handles in
 * their place: the same block with `sizeBytes` and `ref` instead of `data` or `blob`. So no base64 reaches a
 * program or a text, whichever way the program looks at the result. One without media is returned as it is.
 */
export async function keepMedia(
  result: UpstreamResult,
  options: KeepMediaOptions,
): Promise<ResultWithHandles> {
  const kept = new Map<Json, ContentBlock>();
  let failure: unknown;
  for (const block of result.content) {
    const place = mediaPlaceOf(block);
    if (place === undefined) continue;
    const { holder, key, mimeType, withHolder } = place;
    // What stands there under our own names is the upstream's word and leads nowhere.
    const rest = without(holder, [key, 'ref', 'sizeBytes']);
    const base64 = holder[key];
    if (typeof base64 !== 'string') {
      if ('ref' in holder) kept.set(block, withHolder(without(holder, ['ref', 'sizeBytes'])));
      continue;
    }
    try {
      const media = {
        kind: 'bytes',
        base64,
        contentType: mimeType,
        source: options.source,
      } as const;
      const { ref, sizeBytes } = await options.store.put(options.sessionId, media);
      kept.set(block, withHolder({ ...rest, sizeBytes, ref }));
    } catch (error) {
      failure ??= error;
      kept.set(block, withHolder({ ...rest, sizeBytes: Math.floor((base64.length * 3) / 4) }));
    }
  }
  if (kept.size === 0) return { result };
  return { result: withBlocks(result, kept), ...(failure === undefined ? {} : { failure }) };
}

function withBlocks(result: UpstreamResult, kept: ReadonlyMap<Json, ContentBlock>): UpstreamResult {
  const { value, raw } = result;
  const content = result.content.map((block) => kept.get(block) ?? block);
  return {
    ...result,
    content,
    value:
      isObject(value) && value['content'] === (result.content as Json)
        ? { ...value, content }
        : value,
    raw: isObject(raw) ? { ...raw, content: rawContent(raw['content'], kept) } : raw,
  };
}

/** As it came: a list of blocks, or by mistake one block. */
function rawContent(content: Json | undefined, kept: ReadonlyMap<Json, ContentBlock>): Json {
  if (!Array.isArray(content)) return kept.get(content ?? null) ?? content ?? null;
  return (content as readonly Json[]).map((block) => kept.get(block) ?? block);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
