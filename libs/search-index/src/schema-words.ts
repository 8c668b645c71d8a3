import { isSchemaObject, keywordOf } from './json-schema.js';
import { resolveRef } from './resolve-ref.js';

/** Objects within objects whose properties still count for search. */
const MAX_DEPTH = 3;
/** Properties of one tool that count for search. */
const MAX_PROPERTIES = 120;
/** Text of one kind that counts for search, in UTF-16 code units. */
const MAX_LENGTH = 1200;
/** Text of one parameter's description that counts, in UTF-16 code units: its first sentence says what it is. */
const MAX_DOC_LENGTH = 120;

/** What a schema says in words, for the index. */
export interface SchemaWords {
  readonly names: string;
  readonly docs: string;
  readonly values: string;
}

/** Collects the names, descriptions and enum values of a schema's properties; bounded, never throws. */
export function schemaWords(schema: unknown): SchemaWords {
  const names: string[] = [];
  const docs: string[] = [];
  const values: string[] = [];
  const seen = new Set<unknown>();

  const visit = (part: unknown, depth: number): void => {
    if (!isSchemaObject(part) || depth > MAX_DEPTH || seen.has(part)) return;
    if (names.length >= MAX_PROPERTIES) return;
    seen.add(part);
    const ref = keywordOf(part, '$ref');
    if (typeof ref === 'string') visit(resolveRef(schema, ref)?.schema, depth);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const branches = keywordOf(part, keyword);
      if (Array.isArray(branches)) branches.slice(0, 8).forEach((branch) => visit(branch, depth));
    }
    const items = keywordOf(part, 'items');
    if (!Array.isArray(items)) visit(items, depth);
    const choices = keywordOf(part, 'enum');
    if (Array.isArray(choices)) {
      values.push(...choices.slice(0, 40).filter((choice) => typeof choice === 'string'));
    }
    const properties = keywordOf(part, 'properties');
    if (!isSchemaObject(properties)) return;
    for (const [name, property] of Object.entries(properties)) {
      if (names.length >= MAX_PROPERTIES) return;
      names.push(name);
      const doc = isSchemaObject(property) ? keywordOf(property, 'description') : undefined;
      if (typeof doc === 'string') docs.push(doc.slice(0, MAX_DOC_LENGTH));
      visit(property, depth + 1);
    }
  };

  visit(schema, 0);
  const join = (texts: readonly string[]) => texts.join(' ').slice(0, MAX_LENGTH);
  return { names: join(names), docs: join(docs), values: join(values) };
}
