import { parseTree } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import type { EditPlace } from '../edit-outcome.js';

/** A text of JSON with comments, read for editing. Offsets count in `text`, from which a byte order mark is taken. */
export interface JsonDocument {
  readonly text: string;
  /** Undefined for a text of nothing but blanks and comments. */
  readonly root: Node | undefined;
}

/** Reads it; undefined where it is no JSON. */
export function readJsonDocument(text: string): JsonDocument | undefined {
  if (isBlank(text)) return { text, root: undefined };
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  return errors.length > 0 || root === undefined ? undefined : { text, root };
}

function isBlank(text: string): boolean {
  return text.replace(/\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g, '').trim() === '';
}

/** The value of a key of an object. */
export function childOf(object: Node | undefined, key: string): Node | undefined {
  return propertyOf(object, key)?.children?.[1];
}

/** The property of a key: its children are the key and the value. */
export function propertyOf(object: Node | undefined, key: string): Node | undefined {
  if (object?.type !== 'object') return undefined;
  return object.children?.find((property) => property.children?.[0]?.value === key);
}

/** The section of a place that counts in this document, and its object where it stands there already. */
export function findJsonSection(
  { root }: JsonDocument,
  { sections }: Pick<EditPlace, 'sections'>,
): { readonly section: readonly string[]; readonly object: Node | undefined } {
  const last = sections.at(-1) ?? [];
  for (const section of sections) {
    const object = section.reduce<Node | undefined>(childOf, root);
    if (object?.type === 'object' && (section === last || holdsOnlyObjects(object)))
      return { section, object };
  }
  return { section: last, object: undefined };
}

/** `mcp.servers` may be a server called "servers". */
function holdsOnlyObjects(object: Node): boolean {
  return (object.children ?? []).every((property) => property.children?.[1]?.type === 'object');
}
