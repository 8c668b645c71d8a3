import { createScanner, parseTree } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { SluiceError } from '@sluice/contracts';
import { childPath } from './child-path.js';
import type { ConfigEntry, ConfigNode } from './config-node.js';
import type { ConfigSource } from './config-source.js';
import { describeSyntaxError } from './describe-syntax-error.js';
import { quoteText } from './quote-text.js';
import { refuseForeignText } from './refuse-foreign-text.js';
import { textLimits } from './settings-limits.js';

/**
 * Parses JSON with comments and trailing commas.
 *
 * @throws SluiceError `CONFIG_SYNTAX` with path, line, column, what stands there and what was expected;
 *   `CONFIG_INVALID` for a text that is too long or too deep, for a key that stands twice in one
 *   object, and for other formats.
 */
export function parseConfig(source: ConfigSource): ConfigNode {
  refuseForeignText(source);
  refuseUnboundedText(source);
  const errors: ParseError[] = [];
  const tree = parseTree(source.text, errors, { allowTrailingComma: true });
  const error = errors[0];
  if (error) {
    const { message, hint } = describeSyntaxError(source, error);
    const { line, column } = source.positionAt(error.offset);
    throw new SluiceError(
      'CONFIG_SYNTAX',
      `Cannot read the configuration ${source.path}: line ${line}, column ${column}: ${message}`,
      { hint },
    );
  }
  return toConfigNode(source, tree, '');
}

function refuseUnboundedText(source: ConfigSource): void {
  const { fileLength, depth: maxDepth } = textLimits;
  if (source.text.length > fileLength)
    throw source.invalid(
      0,
      `the file has ${source.text.length} characters; at most ${fileLength} are read`,
      'Check that this is the right file.',
    );
  const scanner = createScanner(source.text, true);
  let depth = 0;
  for (let kind: number = scanner.scan(); kind !== endOfFile; kind = scanner.scan()) {
    if (kind === openBrace || kind === openBracket) depth++;
    if (kind === closeBrace || kind === closeBracket) depth--;
    if (depth > maxDepth)
      throw source.invalid(
        scanner.getTokenOffset(),
        `objects and lists stand more than ${maxDepth} deep inside each other`,
        'Check that this is the right file.',
      );
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
    if (first !== undefined) {
      const { line, column } = source.positionAt(first);
      throw source.invalid(
        keyOffset,
        `${path === '' ? '' : `in ${path} `}the key ${quoteText(key)} stands twice, first at line ${line}, column ${column}`,
        'Remove or rename one of the two.',
      );
    }
    firstOffsets.set(key, keyOffset);
    return { key, keyOffset, value: toConfigNode(source, valueNode, childPath(path, key)) };
  });
}
