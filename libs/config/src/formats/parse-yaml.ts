import { Lexer, isAlias, isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
import type { Node, Pair, Scalar, YAMLMap } from 'yaml';
import { childPath } from '../child-path.js';
import type { ConfigEntry, ConfigNode } from '../config-node.js';
import type { ConfigSource } from '../config-source.js';
import { textLimits } from '../settings-limits.js';
import { describeYamlError } from './describe-yaml-error.js';
import { duplicateKey } from './duplicate-key.js';
import { syntaxError } from './syntax-error.js';
import { tooDeep } from './too-deep.js';

/**
 * Parses one document of YAML 1.2 (core schema: `yes` and `no` are texts), with anchors, aliases and the merge
 * key `<<`. What aliases repeat counts as often as it is repeated, so that a small text cannot become a large one.
 *
 * @throws SluiceError `CONFIG_SYNTAX`, also for a second document and for tags beyond the core schema;
 *   `CONFIG_INVALID` for what is too deep or too large, and for a key that stands twice in one object
 */
export function parseYaml(source: ConfigSource): ConfigNode {
  refuseManyTokens(source);
  const documents = parseAllDocuments(source.text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    // Both checks are ours: the parser's takes quadratic time, and its texts repeat the source.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document, second] = Array.isArray(documents) ? documents : [];
  const error = document?.errors[0] ?? document?.warnings[0];
  if (error) throw describeYamlError(source, error);
  if (second)
    throw syntaxError(
      source,
      second.range[0],
      'expected one document, found a second one',
      'Keep one document; remove the "---" and what follows.',
    );
  if (!document?.contents) return { kind: 'object', offset: 0, entries: [] };
  return createConverter(source)(document.contents, '', 0).node;
}

/** Tokens cost time whatever they mean; files of thousands of servers have fewer. */
function refuseManyTokens(source: ConfigSource): void {
  const tokens = new Lexer().lex(source.text);
  for (let count = 1; tokens.next().done !== true; count++)
    if (count > textLimits.yamlTokens)
      throw source.invalid(
        0,
        `the file has more than ${textLimits.yamlTokens} tokens of YAML`,
        'Check that this is the right file.',
      );
}

/** A node with what it amounts to when all aliases are written out. */
interface Converted {
  readonly node: ConfigNode;
  readonly size: number;
  readonly height: number;
}

type Convert = (node: unknown, path: string, depth: number) => Converted;

function createConverter(source: ConfigSource): Convert {
  // An anchor counts once its node is complete: nothing can hold itself.
  const anchors = new Map<string, Converted>();
  const bounded = (converted: Converted, depth: number): Converted => {
    if (depth + converted.height > textLimits.depth) throw tooDeep(source, converted.node.offset);
    if (converted.size > textLimits.yamlNodes)
      throw source.invalid(
        converted.node.offset,
        `with its aliases written out it has more than ${textLimits.yamlNodes} values`,
        'Use fewer aliases.',
      );
    return converted;
  };
  const join = (node: ConfigNode, parts: readonly Converted[]): Converted => ({
    node,
    size: 1 + parts.reduce((sum, { size }) => sum + size, 0),
    height: 1 + parts.reduce((most, { height }) => Math.max(most, height), 0),
  });

  const convert: Convert = (node, path, depth) => {
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      const offset = node.range?.[0] ?? 0;
      if (target) return bounded(target, depth);
      throw syntaxError(
        source,
        offset,
        'expected an alias of an anchor that stands before it, found "*" with another name',
        'Write "&name" at the value that is meant, before "*name"; put a text that starts with "*" in quotes.',
      );
    }
    const offset = offsetOf(node);
    if (depth >= textLimits.depth) throw tooDeep(source, offset);
    const converted = bounded(convertPlain(node, offset, path, depth), depth);
    const anchor = (node as Node | null)?.anchor;
    if (anchor) anchors.set(anchor, converted);
    return converted;
  };

  const convertPlain = (node: unknown, offset: number, path: string, depth: number): Converted => {
    if (isMap(node)) return convertMap(node, offset, path, depth);
    if (isSeq(node)) {
      const items = node.items.map((item, index) =>
        convert(item, childPath(path, index), depth + 1),
      );
      return join({ kind: 'list', offset, items: items.map((item) => item.node) }, items);
    }
    return { node: toScalar(isScalar(node) ? node : undefined, offset), size: 1, height: 0 };
  };

  const convertMap = (map: YAMLMap, offset: number, path: string, depth: number): Converted => {
    const firstOffsets = new Map<string, number>();
    const parts: Converted[] = [];
    const own: ConfigEntry[] = [];
    const merged: ConfigEntry[] = [];
    for (const pair of map.items) {
      const { key, keyOffset, isMerge } = keyOf(source, pair);
      const firstOffset = firstOffsets.get(key);
      if (firstOffset !== undefined)
        throw duplicateKey(source, { key, keyOffset, firstOffset, path });
      firstOffsets.set(key, keyOffset);
      const value = convert(pair.value, childPath(path, key), depth + 1);
      parts.push(value);
      if (isMerge) merged.push(...mergedEntries(source, value.node, keyOffset));
      else own.push({ key, keyOffset, value: value.node });
    }
    const taken = new Set(own.map(({ key }) => key));
    const added = merged.filter(({ key }) => !taken.has(key) && taken.add(key));
    return join({ kind: 'object', offset, entries: [...own, ...added] }, parts);
  };

  return convert;
}

function offsetOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}

function keyOf(source: ConfigSource, { key }: Pair) {
  const keyOffset = offsetOf(key);
  if (!isScalar(key) || key.value === null)
    throw syntaxError(
      source,
      keyOffset,
      'expected a name before ":", found something else',
      'Write names as texts.',
    );
  const text = typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
  return { key: text, keyOffset, isMerge: text === '<<' && key.type === 'PLAIN' };
}

/** What `<<` brings in: the entries of one object, or of a list of objects of which the first goes first. */
function mergedEntries(
  source: ConfigSource,
  node: ConfigNode,
  keyOffset: number,
): readonly ConfigEntry[] {
  if (node.kind === 'object') return node.entries;
  if (node.kind === 'list' && node.items.every(({ kind }) => kind === 'object'))
    return node.items.flatMap((item) => (item.kind === 'object' ? item.entries : []));
  throw source.invalid(
    keyOffset,
    '"<<" merges something that is no object',
    'Write "<<: *name" with the anchor of an object.',
  );
}

function toScalar(scalar: Scalar | undefined, offset: number): ConfigNode {
  const value = scalar?.value;
  switch (typeof value) {
    case 'string':
      return { kind: 'text', offset, value };
    case 'number':
      return { kind: 'number', offset, value, written: scalar?.source ?? String(value) };
    case 'boolean':
      return { kind: 'flag', offset, value };
    default:
      return { kind: 'null', offset };
  }
}
