import type { Node } from 'jsonc-parser';
import type { AST } from 'toml-eslint-parser';
import type { EditPlace } from './edit-outcome.js';
import { readJsonDocument } from './json/json-document.js';
import { keyText, readTomlDocument } from './toml/toml-document.js';

/** A text value of a file, with its place. */
export interface TextAt {
  /** The keys that lead to it; numbers are places in a list. */
  readonly keys: readonly (string | number)[];
  readonly value: string;
  /** Where it stands in the file, quotes included. */
  readonly start: number;
  readonly end: number;
}

/** Every text value of a file in its order; none for a text that cannot be read, and for YAML. */
export function listTexts(text: string, format: EditPlace['format']): readonly TextAt[] {
  if (format === 'yaml') return [];
  const shift = text.startsWith('\ufeff') ? 1 : 0;
  const body = text.slice(shift);
  const found =
    format === 'json'
      ? jsonTexts(readJsonDocument(body)?.root, [])
      : (readTomlDocument(body)?.items ?? []).flatMap((item) =>
          item.type === 'TOMLTable'
            ? item.body.flatMap((pair) => pairTexts(pair, item.resolvedKey))
            : pairTexts(item, []),
        );
  return found.map((one) => ({ ...one, start: one.start + shift, end: one.end + shift }));
}

type Keys = TextAt['keys'];

function jsonTexts(node: Node | undefined, keys: Keys): readonly TextAt[] {
  const children = node?.children ?? [];
  if (node?.type === 'object')
    return children.flatMap(({ children: [key, value] = [] }) =>
      jsonTexts(value, [...keys, String(key?.value)]),
    );
  if (node?.type === 'array')
    return children.flatMap((item, index) => jsonTexts(item, [...keys, index]));
  if (node?.type !== 'string') return [];
  const { offset, length } = node;
  return [{ keys, value: String(node.value), start: offset, end: offset + length }];
}

function pairTexts({ key, value }: AST.TOMLKeyValue, keys: Keys): readonly TextAt[] {
  return tomlTexts(value, [...keys, ...key.keys.map(keyText)]);
}

function tomlTexts(node: AST.TOMLContentNode, keys: Keys): readonly TextAt[] {
  if (node.type === 'TOMLArray')
    return node.elements.flatMap((item, index) => tomlTexts(item, [...keys, index]));
  if (node.type === 'TOMLInlineTable') return node.body.flatMap((pair) => pairTexts(pair, keys));
  if (node.kind !== 'string') return [];
  const [start, end] = node.range;
  return [{ keys, value: node.value, start, end }];
}
