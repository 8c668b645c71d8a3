import { parseTOML } from 'toml-eslint-parser';
import type { AST } from 'toml-eslint-parser';

/** A text of TOML, read for editing. */
export interface TomlDocument {
  readonly text: string;
  readonly items: readonly (AST.TOMLKeyValue | AST.TOMLTable)[];
}

/** Reads it; undefined where it is no TOML. */
export function readTomlDocument(text: string): TomlDocument | undefined {
  try {
    const [top] = parseTOML(text).body;
    return { text, items: top.body };
  } catch {
    return undefined;
  }
}

/** A statement that says something about a server, with the keys that follow its name. */
export type ServerStatement =
  | {
      /** A table of its own: `[mcp_servers.docs]`, `[mcp_servers.docs.env]`. */
      readonly kind: 'table';
      readonly name: string;
      readonly node: AST.TOMLTable;
    }
  | {
      /** One key: `docs.command = "x"` in `[mcp_servers]`, or `docs = { … }`. */
      readonly kind: 'key';
      readonly name: string;
      readonly keys: readonly string[];
      readonly node: AST.TOMLKeyValue;
      /** The inline table that it stands in, if it does. */
      readonly inside?: AST.TOMLInlineTable;
    };

/** Everything that a document says about servers of a section, in its order. */
export function serverStatements(
  { items }: TomlDocument,
  section: readonly string[],
): readonly ServerStatement[] {
  return items.flatMap((item) => {
    if (item.type === 'TOMLKeyValue') return statementsOf(item, [], section);
    const path = item.resolvedKey.map(String);
    const name = path[section.length];
    if (startsWith(path, section) && name !== undefined)
      return [{ kind: 'table', name, node: item }];
    return item.body.flatMap((pair) => statementsOf(pair, path, section));
  });
}

function statementsOf(
  node: AST.TOMLKeyValue,
  table: readonly string[],
  section: readonly string[],
  inside?: AST.TOMLInlineTable,
): readonly ServerStatement[] {
  const path = [...table, ...node.key.keys.map(keyText)];
  if (startsWith(path, section)) {
    const [name, ...keys] = path.slice(section.length);
    if (name !== undefined) return [{ kind: 'key', name, keys, node, ...(inside && { inside }) }];
  }
  const { value } = node;
  if (value.type !== 'TOMLInlineTable' || !startsWith(section, path)) return [];
  return value.body.flatMap((pair) => statementsOf(pair, path, section, value));
}

/** The inline table that is the section itself, where it is written so. */
export function inlineSection(
  { items }: TomlDocument,
  section: readonly string[],
): AST.TOMLInlineTable | undefined {
  const find = (
    pairs: readonly AST.TOMLKeyValue[],
    table: readonly string[],
  ): AST.TOMLInlineTable | undefined => {
    for (const { key, value } of pairs) {
      const path = [...table, ...key.keys.map(keyText)];
      if (value.type !== 'TOMLInlineTable' || !startsWith(section, path)) continue;
      return path.length === section.length ? value : find(value.body, path);
    }
    return undefined;
  };
  for (const item of items) {
    const [pairs, table] =
      item.type === 'TOMLTable' ? [item.body, item.resolvedKey.map(String)] : [[item], []];
    const found = find(pairs, table);
    if (found) return found;
  }
  return undefined;
}

function startsWith(path: readonly string[], start: readonly string[]): boolean {
  return start.every((key, index) => path[index] === key);
}

/** A key without its quotes. */
export function keyText(key: AST.TOMLBare | AST.TOMLQuoted): string {
  return key.type === 'TOMLBare' ? key.name : key.value;
}
