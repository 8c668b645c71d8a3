import type { ContentBlock, Json, JsonObject } from '@sluice/contracts';

/**
 * Where the bytes of a media block are: `data` of an image or audio, `blob` of an embedded resource. In a handle
 * `ref` and `sizeBytes` stand in their place.
 */
export interface MediaPlace {
  /** What holds the bytes: the block itself, or its `resource`. */
  readonly holder: JsonObject;
  readonly key: 'data' | 'blob';
  readonly mimeType: string;
  /** The block with another holder. */
  readonly withHolder: (holder: JsonObject) => ContentBlock;
}

/** The place for bytes in a block; undefined where its type has none. */
export function mediaPlaceOf(block: ContentBlock): MediaPlace | undefined {
  const { type, resource } = block;
  if (type === 'image' || type === 'audio')
    return { holder: block, key: 'data', mimeType: mimeTypeOf(block), withHolder: (it) => it };
  if (type !== 'resource' || !isObject(resource)) return undefined;
  return {
    holder: resource,
    key: 'blob',
    mimeType: mimeTypeOf(resource),
    withHolder: (it) => ({ ...block, resource: it }),
  };
}

/** An object without some of its members. */
export function without(holder: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(holder).filter(([key]) => !keys.includes(key)));
}

/** A media type as RFC 6838 and RFC 9110 write them; it is shown to people and models, so nothing else is believed. */
const mediaType = /^[\w.+-]{1,80}\/[\w.+-]{1,80}(?:; ?[\w.+-]{1,40}="?[\w.+-]{1,80}"?){0,3}$/;

function mimeTypeOf({ mimeType }: JsonObject): string {
  const isType = typeof mimeType === 'string' && mediaType.test(mimeType);
  return isType ? mimeType : 'application/octet-stream';
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
