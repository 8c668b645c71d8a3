import type { Json, JsonObject } from '@sluice/contracts';
import type { ConfigEntry, ConfigNode } from '../config-node.js';

/**
 * A parsed value as JSON. Numbers as TOML writes them (`0x1F`) become numbers of JSON.
 *
 * @param isText numbers count as texts there, as they are written: one that JSON would write otherwise (`1.10`) is a text
 */
export function nodeToJson(node: ConfigNode, isText = false): Json {
  switch (node.kind) {
    case 'object':
      return Object.fromEntries(
        node.entries.map(({ key, value }) => [key, nodeToJson(value, isText)]),
      );
    case 'list':
      return node.items.map((item) => nodeToJson(item, isText));
    case 'text':
    case 'flag':
      return node.value;
    case 'number':
      return isText && String(node.value) !== node.written ? node.written : finite(node);
    case 'null':
      return null;
    default:
      return node satisfies never;
  }
}

/** The keys of a server and their values as an object; a key such as `__proto__` is one like any other. */
export function entriesToJson(entries: readonly ConfigEntry[]): JsonObject {
  return Object.fromEntries(
    entries.map(({ key, value }) => [key, nodeToJson(value, textKeys.has(key))]),
  );
}

const textKeys: ReadonlySet<string> = new Set([
  'command',
  'args',
  'env',
  'environment',
  'headers',
  'inheritEnv',
]);

/** JSON has no infinite numbers. */
function finite({ value, written }: { readonly value: number; readonly written: string }): Json {
  return Number.isFinite(value) ? value : written;
}
