import type { Node } from 'jsonc-parser';
import type { JsonDocument } from './json-document.js';

/**
 * All that a document says but for some keys of one section, as one text to compare by: keys in their order. A
 * section without keys counts as none.
 */
export function shapeWithout(
  { root }: JsonDocument,
  section: readonly string[],
  names: ReadonlySet<string>,
): string {
  return JSON.stringify(shape(root, section, names) ?? null);
}

/** `undefined` for an object on the way to the section, or the section itself, that says nothing. */
function shape(
  node: Node | undefined,
  section: readonly string[] | undefined,
  names: ReadonlySet<string>,
): unknown {
  if (node?.type === 'array')
    return (node.children ?? []).map((item) => shape(item, undefined, names));
  if (node?.type !== 'object')
    return node === undefined ? undefined : { value: node.value as unknown };
  const [next, ...rest] = section ?? [];
  const entries = (node.children ?? []).flatMap((property) => {
    const key = String(property.children?.[0]?.value);
    if (section !== undefined && next === undefined && names.has(key)) return [];
    const inner = shape(
      property.children?.[1],
      section !== undefined && key === next ? rest : undefined,
      names,
    );
    return inner === undefined ? [] : [[key, inner]];
  });
  return section !== undefined && entries.length === 0 ? undefined : { entries };
}
