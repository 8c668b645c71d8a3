import { ParseError, parseTOML } from 'toml-eslint-parser';
import type { AST } from 'toml-eslint-parser';
import type { ConfigEntry, ConfigNode } from '../config-node.js';
import type { ConfigSource } from '../config-source.js';
import { textLimits } from '../settings-limits.js';
import { describeTomlError } from './describe-toml-error.js';
import { duplicateKey } from './duplicate-key.js';
import { tooDeep } from './too-deep.js';

/**
 * Parses TOML. Dates become texts as they are written.
 *
 * @throws SluiceError `CONFIG_SYNTAX`; `CONFIG_INVALID` for what is too deep or too large, and for a key that
 *   stands twice in one table
 */
export function parseToml(source: ConfigSource): ConfigNode {
  const root = createDraft(0);
  const [body] = parse(source).body;
  for (const item of body.body) {
    if (item.type === 'TOMLKeyValue') addKeyValue(source, root, item, 0);
    else {
      const table = openTable(source, root, item);
      const depth = item.key.keys.length;
      for (const pair of item.body) addKeyValue(source, table, pair, depth);
    }
  }
  return root;
}

function parse(source: ConfigSource): AST.TOMLProgram {
  try {
    return parseTOML(source.text);
  } catch (error) {
    if (error instanceof ParseError) throw describeTomlError(source, error);
    // The parser recurses over tables in each other, and hands long texts over as arguments.
    if (error instanceof RangeError)
      throw source.invalid(
        0,
        'tables stand too deep inside each other, or a text is too long',
        'Check that this is the right file.',
      );
    throw error;
  }
}

/** An object that is still filled; keys are looked up without a prototype. */
interface Draft {
  readonly kind: 'object';
  readonly offset: number;
  readonly entries: ConfigEntry[];
  readonly index: Map<string, ConfigEntry>;
}

function createDraft(offset: number): Draft {
  return { kind: 'object', offset, entries: [], index: new Map() };
}

function isDraft(node: ConfigNode | Draft): node is Draft {
  return 'index' in node;
}

function add(draft: Draft, entry: ConfigEntry): void {
  draft.entries.push(entry);
  draft.index.set(entry.key, entry);
}

type Key = AST.TOMLBare | AST.TOMLQuoted;

function textOf(key: Key): string {
  return key.type === 'TOMLBare' ? key.name : key.value;
}

/** The table of a header, made where it does not stand yet. `[[name]]` adds one to a list. */
function openTable(source: ConfigSource, root: Draft, { key, kind }: AST.TOMLTable): Draft {
  const last = key.keys.at(-1);
  const parent = descend(source, root, key.keys.slice(0, -1), 0);
  if (last === undefined) return parent;
  if (kind === 'standard') return descend(source, parent, [last], key.keys.length - 1);
  const list = parent.index.get(textOf(last))?.value;
  const table = createDraft(last.range[0]);
  if (list?.kind === 'list') (list.items as ConfigNode[]).push(table);
  else addNew(source, parent, last, { kind: 'list', offset: last.range[0], items: [table] });
  return table;
}

function descend(source: ConfigSource, from: Draft, keys: readonly Key[], depth: number): Draft {
  const [first] = keys;
  if (first && depth + keys.length >= textLimits.depth) throw tooDeep(source, first.range[0]);
  let draft = from;
  for (const key of keys) {
    const known = draft.index.get(textOf(key))?.value;
    const held = known?.kind === 'list' ? known.items.at(-1) : known;
    if (held && isDraft(held)) draft = held;
    else {
      const next = createDraft(key.range[0]);
      addNew(source, draft, key, next);
      draft = next;
    }
  }
  return draft;
}

/** The parser refuses a key that stands twice; this is what holds should it overlook one. */
function addNew(source: ConfigSource, draft: Draft, key: Key, value: ConfigNode): void {
  const text = textOf(key);
  const first = draft.index.get(text);
  if (first)
    throw duplicateKey(source, {
      key: text,
      keyOffset: key.range[0],
      firstOffset: first.keyOffset,
      path: '',
    });
  add(draft, { key: text, keyOffset: key.range[0], value });
}

function addKeyValue(
  source: ConfigSource,
  table: Draft,
  { key, value }: AST.TOMLKeyValue,
  depth: number,
): void {
  const { keys } = key;
  const last = keys.at(-1);
  if (last === undefined) return;
  const holder = descend(source, table, keys.slice(0, -1), depth);
  addNew(source, holder, last, toConfigNode(source, value, depth + keys.length));
}

function toConfigNode(source: ConfigSource, node: AST.TOMLContentNode, depth: number): ConfigNode {
  const [offset] = node.range;
  if (depth >= textLimits.depth) throw tooDeep(source, offset);
  if (node.type === 'TOMLArray')
    return {
      kind: 'list',
      offset,
      items: node.elements.map((element) => toConfigNode(source, element, depth + 1)),
    };
  if (node.type === 'TOMLInlineTable') {
    const table = createDraft(offset);
    for (const pair of node.body) addKeyValue(source, table, pair, depth + 1);
    return table;
  }
  switch (node.kind) {
    case 'string':
      return { kind: 'text', offset, value: node.value };
    case 'boolean':
      return { kind: 'flag', offset, value: node.value };
    case 'integer':
    case 'float':
      return { kind: 'number', offset, value: node.value, written: node.number };
    default:
      return { kind: 'text', offset, value: node.datetime };
  }
}
