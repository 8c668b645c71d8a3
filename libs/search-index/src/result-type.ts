import type { CheckedType } from '@sluice/contracts';
import { isSchemaObject, keywordOf } from './json-schema.js';
import type { SchemaObject } from './json-schema.js';
import { propertyName } from './property-name.js';
import { resolveRef } from './resolve-ref.js';

/** Schemas looked at for one type. */
const MAX_SCHEMAS = 3000;
/** Objects and arrays within each other; deeper ones are not looked into. */
const MAX_DEPTH = 16;
/** Longest type in UTF-16 units; a longer one would cost every check more than it is worth. */
const MAX_LENGTH = 20_000;

const ANY = 'any';
const OPEN = '[key: string]: any';

/**
 * The type of a tool's value as a program may read it, for finding properties that are surely not there. It allows all
 * that the schema allows and more: what any of several forms has may be read from all of them; null is no
 * form of its own; whatever is not said in plain words is `any`. An object is closed unless its schema lets
 * further properties in by a word of its own.
 *
 * @param isObserved whether the schema was made of results that came, instead of being declared
 * @returns undefined where nothing could be wrong to read
 *
 * @example
 * resultType({ type: 'object', properties: { id: { type: 'integer' } } }, false)
 * // { text: '{ id: number }', named: [], isObserved: false }
 */
export function resultType(schema: unknown, isObserved: boolean): CheckedType | undefined {
  const walk = new ReadingWalk(schema);
  const text = walk.typeOf([schema], 0);
  const length = walk.named.reduce((sum, { body }) => sum + body.length, text.length);
  if (text === ANY || length > MAX_LENGTH) return undefined;
  return { text, named: walk.named, isObserved };
}

/** What several schemas say of one value together. */
interface Forms {
  readonly kinds: Set<string>;
  readonly properties: Map<string, unknown[]>;
  readonly items: unknown[];
  readonly values: unknown[];
  /** Whether something says nothing that could be read: then anything may come. */
  isAny: boolean;
  /** Whether an object may have more properties than the named ones. */
  isOpen: boolean;
  /** Whether there are elements of which nothing is said. */
  hasAnyItems: boolean;
}

class ReadingWalk {
  readonly named: { name: string; body: string }[] = [];
  private readonly open: { readonly schema: unknown; name?: string }[] = [];
  private names = 0;
  private schemas = 0;

  constructor(private readonly root: unknown) {}

  typeOf(schemas: readonly unknown[], depth: number): string {
    if (depth > MAX_DEPTH) return ANY;
    const [only] = schemas;
    const target = schemas.length === 1 ? this.targetOf(only) : undefined;
    const around = this.open.find((one) => target !== undefined && one.schema === target);
    if (around !== undefined) return (around.name ??= `Inner${(this.names += 1)}`);
    const frame: { readonly schema: unknown; name?: string } = { schema: target };
    this.open.push(frame);
    const text = this.textOf(schemas, depth);
    this.open.pop();
    if (frame.name === undefined) return text;
    this.named.push({ name: frame.name, body: text.startsWith('{') ? text : `{ ${OPEN} }` });
    return text.startsWith('{') ? frame.name : text;
  }

  private textOf(schemas: readonly unknown[], depth: number): string {
    const forms: Forms = {
      kinds: new Set(),
      properties: new Map(),
      items: [],
      values: [],
      isAny: false,
      isOpen: false,
      hasAnyItems: false,
    };
    for (const schema of schemas) this.gather(schema, forms, true, 0);
    forms.kinds.delete('null');
    const [kind] = forms.kinds;
    if (forms.isAny || forms.kinds.size !== 1) return ANY;
    if (kind === 'object') return this.objectText(forms, depth);
    if (kind !== 'array') return kind ?? ANY;
    const items = forms.hasAnyItems || forms.items.length === 0;
    return `(${items ? ANY : this.typeOf(forms.items, depth + 1)})[]`;
  }

  private objectText(forms: Forms, depth: number): string {
    if (forms.properties.size === 0) {
      if (forms.isOpen || forms.values.length === 0) return ANY;
      return `{ [key: string]: ${this.typeOf(forms.values, depth + 1)} }`;
    }
    const members = Array.from(
      forms.properties,
      ([name, schemas]) => `${propertyName(name)}: ${this.typeOf(schemas, depth + 1)}`,
    );
    if (forms.isOpen || forms.values.length > 0) members.push(OPEN);
    return `{ ${members.join('; ')} }`;
  }

  /** @param mustSay whether a schema that says nothing lets anything come */
  private gather(schema: unknown, forms: Forms, mustSay: boolean, depth: number): void {
    if (!isSchemaObject(schema) || depth > MAX_DEPTH || ++this.schemas > MAX_SCHEMAS) {
      forms.isAny = true;
      return;
    }
    const before = forms.kinds.size;
    const ref = keywordOf(schema, '$ref') ?? keywordOf(schema, '$recursiveRef');
    let says = false;
    if (ref !== undefined) {
      const target = typeof ref === 'string' ? resolveRef(this.root, ref) : undefined;
      this.gather(target?.schema, forms, true, depth + 1);
      says = true;
    }
    if (Object.hasOwn(schema, '$dynamicRef')) forms.isAny = true;
    for (const keyword of ['anyOf', 'oneOf', 'allOf']) {
      const branches = keywordOf(schema, keyword);
      if (!Array.isArray(branches) || branches.length === 0) continue;
      says ||= keyword !== 'allOf';
      for (const branch of branches) this.gather(branch, forms, keyword !== 'allOf', depth + 1);
    }
    for (const keyword of ['then', 'else', 'dependentSchemas'])
      if (Object.hasOwn(schema, keyword)) forms.isAny = true;
    for (const kind of kindsOf(schema)) {
      says = true;
      forms.kinds.add(kind);
      if (kind === 'object') gatherObject(schema, forms);
      if (kind === 'array') gatherArray(schema, forms);
    }
    if (mustSay && !says && forms.kinds.size === before) forms.isAny = true;
  }

  private targetOf(schema: unknown): unknown {
    if (!isSchemaObject(schema)) return undefined;
    const ref = keywordOf(schema, '$ref');
    return typeof ref === 'string' ? resolveRef(this.root, ref)?.schema : schema;
  }
}

/** The kinds of TypeScript that a schema names by its own words. */
function kindsOf(schema: SchemaObject): ReadonlySet<string> {
  const type = keywordOf(schema, 'type');
  const types = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
  if (types.length > 0) return new Set(types.map((one) => (one === 'integer' ? 'number' : one)));
  const values = Object.hasOwn(schema, 'const') ? [schema['const']] : keywordOf(schema, 'enum');
  if (Array.isArray(values)) return new Set(values.map(kindOfValue));
  if (isSchemaObject(keywordOf(schema, 'properties'))) return new Set(['object']);
  return new Set(Object.hasOwn(schema, 'items') ? ['array'] : []);
}

function kindOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' ? 'number' : typeof value;
}

function gatherObject(schema: SchemaObject, forms: Forms): void {
  const properties = keywordOf(schema, 'properties');
  const additional = keywordOf(schema, 'additionalProperties');
  const names = isSchemaObject(properties) ? Object.keys(properties) : [];
  for (const name of names) {
    const known = forms.properties.get(name) ?? [];
    forms.properties.set(name, [...known, (properties as SchemaObject)[name]]);
  }
  const others = ['patternProperties', 'unevaluatedProperties', 'propertyNames'];
  if (isSchemaObject(additional) && Object.keys(additional).length > 0)
    forms.values.push(additional);
  else if (additional !== undefined && additional !== false) forms.isOpen = true;
  else if (names.length === 0 && additional !== false) forms.isOpen = true;
  if (others.some((keyword) => (keywordOf(schema, keyword) ?? false) !== false))
    forms.isOpen = true;
}

function gatherArray(schema: SchemaObject, forms: Forms): void {
  const items = keywordOf(schema, 'items');
  if (isSchemaObject(items) && !Object.hasOwn(schema, 'prefixItems')) forms.items.push(items);
  else forms.hasAnyItems = true;
}
