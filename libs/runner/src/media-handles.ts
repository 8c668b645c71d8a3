import { intrinsics, MediaHandle } from '@sluice/runner-protocol';
import type { Files } from './files.js';

const { defineProperty, hasOwn, isArray, keysOf, stringStartsWith } = intrinsics;

/** Gives the handles in a value their way to the bytes. Changes the value in place; what is no handle stays as it is. */
export type TakeHandles = (value: unknown) => unknown;

/**
 * Makes the function that turns media blocks of the host into handles: a value that is one, those in a list, and
 * those in a `content` list, which is where results and errors of tools have them.
 */
export function createTakeHandles(readRef: Files['readRef']): TakeHandles {
  const toHandle = (block: unknown): unknown => {
    const ref = refOf(block);
    if (ref === undefined) return block;
    const handle = new MediaHandle(() => readRef(ref));
    const keys = keysOf(block as object);
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as string;
      const value = (block as Record<string, unknown>)[key];
      defineProperty(handle, key, { value, enumerable: true, writable: true, configurable: true });
    }
    return handle;
  };
  const takeList = (list: unknown[]) => {
    for (let index = 0; index < list.length; index += 1) list[index] = toHandle(list[index]);
  };
  return (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (isArray(value)) takeList(value as unknown[]);
    else if (hasOwn(value, 'content')) {
      const { content } = value as { content: unknown };
      if (isArray(content)) takeList(content as unknown[]);
    }
    return toHandle(value);
  };
}

/** The reference in a block of media; undefined where it is none. */
function refOf(block: unknown): string | undefined {
  if (typeof block !== 'object' || block === null || !hasOwn(block, 'type')) return undefined;
  const { type, resource } = block as { type: unknown; resource?: unknown };
  if (type === 'image' || type === 'audio') return refIn(block);
  const isHolder = type === 'resource' && typeof resource === 'object' && resource !== null;
  return isHolder ? refIn(resource) : undefined;
}

function refIn(holder: object): string | undefined {
  if (!hasOwn(holder, 'ref') || !hasOwn(holder, 'sizeBytes')) return undefined;
  const { ref } = holder as { ref: unknown };
  return typeof ref === 'string' && stringStartsWith(ref, 'res_') ? ref : undefined;
}
