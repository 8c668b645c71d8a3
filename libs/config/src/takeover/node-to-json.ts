import type { Json, JsonObject } from '@sluice/contracts';
import type { ConfigEntry, ConfigNode } from '../config-node.js';

/** A parsed value as JSON. Numbers as TOML writes them (`0x1F`) become numbers of JSON. */
export function nodeToJson(node: ConfigNode): Json {
  switch (node.kind) {
    case 'object':
      return entriesToJson(node.entries);
    case 'list':
      return node.items.map(nodeToJson);
    case 'text':
    case 'flag':
      return node.value;
    case 'number':
      return exactNumber(node.value, node.written);
    case 'null':
      return null;
    default:
      return node satisfies never;
  }
}

/** Keys and their values as an object; a key such as `__proto__` is one like any other. */
export function entriesToJson(entries: readonly ConfigEntry[]): JsonObject {
  return Object.fromEntries(entries.map(({ key, value }) => [key, nodeToJson(value)]));
}

function exactNumber(value: number, written: string): Json {
  if (!Number.isFinite(value)) return written;
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(written)
    ? BigInt(written)
    : value;
}
