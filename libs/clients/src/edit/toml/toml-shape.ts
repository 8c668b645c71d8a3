import type { AST } from 'toml-eslint-parser';
import { keyText } from './toml-document.js';
import type { TomlDocument } from './toml-document.js';

type Shape = Map<string, Shape> | readonly Shape[] | string;

/** All that a document says but for some keys of one section, as one text to compare by. A table without keys counts as none. */
export function tomlShapeWithout(
  { items }: TomlDocument,
  section: readonly string[],
  names: ReadonlySet<string>,
): string {
  const root: Shape = new Map();
  for (const item of items) {
    if (item.type === 'TOMLKeyValue') add(root, item);
    else {
      const table = descend(root, item.resolvedKey.map(String));
      for (const pair of item.body) add(table, pair);
    }
  }
  const holder = section.reduce<Shape | undefined>(
    (shape, key) => (shape instanceof Map ? shape.get(key) : undefined),
    root,
  );
  if (holder instanceof Map) for (const name of names) holder.delete(name);
  return JSON.stringify(plain(root) ?? null);
}

function descend(shape: Map<string, Shape>, keys: readonly string[]): Map<string, Shape> {
  let current = shape;
  for (const key of keys) {
    const known = current.get(key);
    const next: Map<string, Shape> = known instanceof Map ? known : new Map();
    current.set(key, next);
    current = next;
  }
  return current;
}

function add(table: Map<string, Shape>, { key, value }: AST.TOMLKeyValue): void {
  const keys = key.keys.map(keyText);
  descend(table, keys.slice(0, -1)).set(keys.at(-1) ?? '', shapeOf(value));
}

function shapeOf(value: AST.TOMLContentNode): Shape {
  if (value.type === 'TOMLArray') return value.elements.map(shapeOf);
  if (value.type === 'TOMLInlineTable') {
    const table = new Map<string, Shape>();
    for (const pair of value.body) add(table, pair);
    return table;
  }
  if (value.kind === 'string') return `text ${value.value}`;
  if (value.kind === 'boolean') return `flag ${String(value.value)}`;
  return value.kind === 'integer' || value.kind === 'float'
    ? `number ${value.number}`
    : `time ${value.datetime}`;
}

function plain(shape: Shape): unknown {
  if (typeof shape === 'string') return shape;
  if (!(shape instanceof Map)) return shape.map(plain);
  // Where tables of one parent stand apart, their order is that of the file and says nothing.
  const sorted = [...shape].sort(([one], [two]) => (one < two ? -1 : 1));
  const entries = sorted.flatMap(([key, inner]) => {
    const value = plain(inner);
    return value === undefined ? [] : [[key, value]];
  });
  return entries.length === 0 ? undefined : { entries };
}
