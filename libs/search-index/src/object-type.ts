import { isSchemaObject, keywordOf } from './json-schema.js';
import type { SchemaObject } from './json-schema.js';
import { propertyName } from './property-name.js';
import { requiredNames } from './required-names.js';
import type { SchemaWalk } from './schema-walk.js';
import { ANY_OBJECT, atom, comment, unionOf } from './type-text.js';
import type { TypeText } from './type-text.js';

/** A property's name beyond this, in UTF-16 code units, is counted but not shown. */
const MAX_NAME_LENGTH = 120;
/** A default beyond this, in UTF-16 code units of JSON, is not shown. */
const MAX_DEFAULT_LENGTH = 32;

/**
 * An object schema as TypeScript. Too deep, it becomes `object` with the names of its properties;
 * too wide, it keeps the required ones and counts the others.
 */
export function objectType(
  schema: SchemaObject,
  depth: number,
  walk: SchemaWalk,
  wish: string,
): TypeText {
  const properties = propertiesOf(schema, walk);
  const required = requiredNames(schema);
  const names = [...new Set([...Object.keys(properties), ...required])];
  const indexed = indexType(schema, names.length > 0, depth, walk, wish);
  if (names.length === 0) return indexed ?? emptyType(schema);
  if (depth >= walk.limits.depth) return atom(`object${comment(nameList(names))}`);

  const shown = choose(names, required, walk.limits.properties);
  const members = shown.map((name) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : true;
    const mark = required.has(name) ? '' : '?';
    const { text } = walk.within(property, depth + 1, name);
    const note = walk.limits.comments ? defaultComment(property) : '';
    return `${propertyName(name)}${mark}: ${text}${note}`;
  });
  if (indexed !== undefined) members.push('[key: string]: unknown');
  const hidden = names.length - shown.length;
  const hiddenRequired = required.size - shown.filter((name) => required.has(name)).length;
  const more =
    hidden === 0
      ? ''
      : `${shown.length > 0 ? ';' : ''}${comment(moreText(hidden, hiddenRequired))}`;
  const text = `{ ${members.join('; ')}${more} }`;
  const written = walk.written.get(text);
  if (written === undefined) walk.written.set(text, { count: 1, wish });
  else written.count += 1;
  return atom(text);
}

function moreText(hidden: number, hiddenRequired: number): string {
  return `+${hidden} more${hiddenRequired > 0 ? `, ${hiddenRequired} required` : ''}`;
}

function propertiesOf(schema: SchemaObject, walk: SchemaWalk): SchemaObject {
  const properties = keywordOf(schema, 'properties');
  if (isSchemaObject(properties)) return properties;
  if (properties !== undefined) {
    walk.notes.add('The keyword "properties" is not an object; it is ignored.');
  }
  return {};
}

/** What other keys may hold: their type where the object has no named properties, else only that they exist. */
function indexType(
  schema: SchemaObject,
  hasNames: boolean,
  depth: number,
  walk: SchemaWalk,
  wish: string,
) {
  const patterns = keywordOf(schema, 'patternProperties');
  const additional = keywordOf(schema, 'additionalProperties');
  const schemas = isSchemaObject(patterns)
    ? Object.values(patterns).slice(0, walk.limits.variants)
    : [];
  if (isSchemaObject(additional)) schemas.push(additional);
  if (schemas.length === 0) return undefined;
  if (hasNames) return ANY_OBJECT;
  const namings = walk.namings();
  const value = unionOf(schemas.map((one) => walk.within(one, depth, wish)));
  if (value.isUnknown && value.text === 'unknown') return ANY_OBJECT;
  // TypeScript takes `type A = Record<string, A>` for a circle, and the longer form for what it is.
  return walk.namings() === namings
    ? atom(`Record<string, ${value.text}>`)
    : atom(`{ [key: string]: ${value.text} }`);
}

function emptyType(schema: SchemaObject): TypeText {
  return keywordOf(schema, 'additionalProperties') === false
    ? atom('Record<string, never>')
    : ANY_OBJECT;
}

/** The names to show: required ones before others, in the schema's own order. */
function choose(names: readonly string[], required: ReadonlySet<string>, limit: number): string[] {
  const showable = names.filter((name) => name.length <= MAX_NAME_LENGTH);
  if (showable.length <= limit) return showable;
  const first = showable.filter((name) => required.has(name));
  const kept = new Set(
    [...first, ...showable.filter((name) => !required.has(name))].slice(0, limit),
  );
  return showable.filter((name) => kept.has(name));
}

function nameList(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => name.slice(0, 24));
  const hidden = names.length - shown.length;
  return shown.join(', ') + (hidden > 0 ? `, +${hidden}` : '');
}

function defaultComment(property: unknown): string {
  if (!isSchemaObject(property)) return '';
  const value = keywordOf(property, 'default');
  if (value === undefined || value === null) return '';
  const isScalar = typeof value !== 'object';
  const text = isScalar ? JSON.stringify(typeof value === 'bigint' ? `${value}` : value) : '';
  return text !== '' && text.length <= MAX_DEFAULT_LENGTH ? comment(`= ${text}`) : '';
}
