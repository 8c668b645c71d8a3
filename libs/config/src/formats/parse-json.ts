import { createScanner, parseTree } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { childPath } from '../child-path.js';
import type { ConfigEntry, ConfigNode } from '../config-node.js';
import type { ConfigSource } from '../config-source.js';
import { textLimits } from '../settings-limits.js';
import { describeJsonError } from './describe-json-error.js';
import { duplicateKey } from './duplicate-key.js';
import { syntaxError } from './syntax-error.js';
import { tooDeep } from './too-deep.js';

/**
 * Parses JSON with comments and trailing commas.
 *
 * @throws SluiceError `CONFIG_SYNTAX`, with what stands there and what was expected; `CONFIG_INVALID` for a text
 *   that is too deep and for a key that stands twice in one object
 */
export function parseJson(source: ConfigSource): ConfigNode {
  refuseDeepText(source);
  const errors: ParseError[] = [];
  const tree = parseTree(source.text, errors, { allowTrailingComma: true });
  const error = errors[0];
  if (error) {
    const { message, hint } = describeJsonError(source, error);
    throw syntaxError(source, error.offset, message, hint);
  }
  return toConfigNode(source, tree, '');
}

function refuseDeepText(source: ConfigSource): void {
  const scanner = createScanner(source.text, true);
  let depth = 0;
  for (let kind: number = scanner.scan(); kind !== endOfFile; kind = scanner.scan()) {
    if (kind === openBrace || kind === openBracket) depth++;
    if (kind === closeBrace || kind === closeBracket) depth--;
    if (depth > textLimits.depth) throw tooDeep(source, scanner.getTokenOffset());
  }
}

// The kinds of jsonc-parser's SyntaxKind: an ambient const enum, out of reach with isolatedModules.
const [openBrace, closeBrace, openBracket, closeBracket, endOfFile] = [1, 2, 3, 4, 17];

/** The parser's tree as ours. Recursion is bounded by the depth that was checked before. */
function toConfigNode(source: ConfigSource, node: Node | undefined, path: string): ConfigNode {
  const offset = node?.offset ?? 0;
  switch (node?.type) {
    case 'object':
      return { kind: 'object', offset, entries: toEntries(source, node.children ?? [], path) };
    case 'array': {
      const items = (node.children ?? []).map((child, index) =>
        toConfigNode(source, child, childPath(path, index)),
      );
      return { kind: 'list', offset, items };
    }
    case 'string':
      return { kind: 'text', offset, value: String(node.value) };
    case 'number': {
      const written = source.text.slice(offset, offset + node.length);
      return { kind: 'number', offset, value: Number(node.value), written };
    }
    case 'boolean':
      return { kind: 'flag', offset, value: node.value === true };
    default:
      return { kind: 'null', offset };
  }
}

function toEntries(source: ConfigSource, properties: readonly Node[], path: string): ConfigEntry[] {
  const firstOffsets = new Map<string, number>();
  return properties.map((property) => {
    const [keyNode, valueNode] = property.children ?? [];
    const key = String(keyNode?.value);
    const keyOffset = keyNode?.offset ?? property.offset;
    const first = firstOffsets.get(key);
    if (first !== undefined)
      throw duplicateKey(source, { key, keyOffset, firstOffset: first, path });
    firstOffsets.set(key, keyOffset);
    return { key, keyOffset, value: toConfigNode(source, valueNode, childPath(path, key)) };
  });
}
