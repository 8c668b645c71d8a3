import { isSchemaObject, keywordOf } from './json-schema.js';
import type { SchemaObject } from './json-schema.js';
import { literalType } from './literal-type.js';
import { objectType } from './object-type.js';
import { resolveRef } from './resolve-ref.js';
import { arrayOf, atom, comment, intersectionOf, unionOf, unknownType } from './type-text.js';
import type { TypeText } from './type-text.js';
import type { TypeLimits } from './type-limits.js';

/** Schemas looked at for one type: references can multiply without end. */
const MAX_SCHEMAS = 4000;
/** Schemas within schemas, so that no nesting can exhaust the stack. */
const MAX_NESTING = 64;
/** Elements of a tuple that are spelt out. */
const MAX_TUPLE = 12;
const REF_KEYWORDS = ['$ref', '$recursiveRef', '$dynamicRef'];

/** A schema as TypeScript. */
export interface SchemaType {
  readonly type: TypeText;
  /** What could not be shown and why, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * A JSON Schema of any draft from 4 to 2020-12 as one line of TypeScript. Never throws and never
 * leaves the document: what is missing, wrong, too deep or elsewhere becomes `unknown` with a
 * comment. A type that holds itself is shown once, with its name. The work is bounded whatever the schema says;
 * `minItems` and `maxItems` never multiply anything.
 */
export function schemaToType(schema: unknown, limits: TypeLimits): SchemaType {
  const walk = new Walk(schema, limits);
  return { type: walk.typeOf(schema, 0), notes: [...walk.notes] };
}

/** Turns one schema into a type, and remembers how far it has got. */
export interface SchemaWalk {
  readonly limits: TypeLimits;
  readonly notes: Set<string>;
  typeOf(schema: unknown, depth: number): TypeText;
}

class Walk implements SchemaWalk {
  readonly notes = new Set<string>();
  private readonly open = new Set<unknown>();
  /** Schemas that were met within themselves. */
  private readonly recursive = new Set<unknown>();
  private schemas = 0;

  constructor(
    private readonly root: unknown,
    readonly limits: TypeLimits,
  ) {}

  typeOf(schema: unknown, depth: number): TypeText {
    if (schema === true) return unknownType();
    if (schema === false) return atom('never');
    if (!isSchemaObject(schema)) {
      this.notes.add('A part of the schema is not a schema; it is shown as unknown.');
      return unknownType();
    }
    if (this.open.has(schema)) return unknownType('recursive');
    if (++this.schemas > MAX_SCHEMAS || this.open.size >= MAX_NESTING) return unknownType('…');
    this.open.add(schema);
    const type = this.known(schema, depth);
    this.open.delete(schema);
    return type;
  }

  private known(schema: SchemaObject, depth: number): TypeText {
    const types = [this.references(schema, depth), this.values(schema, depth)];
    const all = keywordOf(schema, 'allOf');
    if (Array.isArray(all)) {
      types.push(...all.slice(0, this.limits.variants).map((part) => this.typeOf(part, depth)));
    }
    types.push(this.variants(keywordOf(schema, 'anyOf'), depth));
    types.push(this.variants(keywordOf(schema, 'oneOf'), depth));
    const type = intersectionOf(types);
    return keywordOf(schema, 'nullable') === true ? unionOf([type, atom('null')]) : type;
  }

  private references(schema: SchemaObject, depth: number): TypeText {
    const types = REF_KEYWORDS.map((keyword) => keywordOf(schema, keyword))
      .filter((ref) => typeof ref === 'string')
      .map((ref) => this.reference(ref, depth));
    return intersectionOf(types);
  }

  private reference(ref: string, depth: number): TypeText {
    const target = resolveRef(this.root, ref);
    if (target === undefined) {
      const where = ref.startsWith('#') ? 'is not defined in the schema' : 'is another document';
      this.notes.add(
        `The $ref ${JSON.stringify(ref.slice(0, 200))} ${where}; it is shown as unknown.`,
      );
      return unknownType(ref.startsWith('#') ? `${ref} is not defined` : `${ref} is not fetched`);
    }
    if (this.open.has(target.schema)) {
      this.recursive.add(target.schema);
      return unknownType(`recursive: ${ref === '#' ? 'the whole type' : lastPart(ref)}`);
    }
    const type = this.typeOf(target.schema, depth);
    // What "recursive: node" speaks of carries that name.
    const isNamed = this.recursive.has(target.schema) && !type.isUnknown;
    return isNamed ? { ...type, text: `${type.text}${comment(lastPart(ref))}` } : type;
  }

  /** `anyOf` and `oneOf`. Many single values are one enum. */
  private variants(branches: unknown, depth: number): TypeText {
    if (!Array.isArray(branches) || branches.length === 0) return unknownType();
    const constants = branches.map((branch) =>
      isSchemaObject(branch) && Object.hasOwn(branch, 'const') ? [branch['const']] : undefined,
    );
    if (constants.every((constant) => constant !== undefined)) {
      return literalType(constants.flat(), this.limits.enumValues);
    }
    const shown = branches
      .slice(0, this.limits.variants)
      .map((branch) => this.typeOf(branch, depth));
    const known = unionOf(shown);
    if (shown.length === branches.length || known.isUnknown) return known;
    const rest = unknownType(`+${branches.length - shown.length} more variants`).text;
    return { text: `${unionOf([known]).text} | ${rest}`, kind: 'union' };
  }

  /** `const`, `enum`, or what `type` says. */
  private values(schema: SchemaObject, depth: number): TypeText {
    if (Object.hasOwn(schema, 'const')) return literalType([schema['const']], 1);
    const values = keywordOf(schema, 'enum');
    if (Array.isArray(values) && values.length > 0) {
      return literalType(values, this.limits.enumValues);
    }
    const type = keywordOf(schema, 'type');
    if (Array.isArray(type)) {
      return type.length === 0
        ? unknownType()
        : unionOf(type.slice(0, 8).map((one) => this.byType(one, schema, depth)));
    }
    return this.byType(type ?? impliedType(schema), schema, depth);
  }

  private byType(type: unknown, schema: SchemaObject, depth: number): TypeText {
    switch (type) {
      case 'string': {
        const format = keywordOf(schema, 'format');
        const isShown = this.limits.comments && typeof format === 'string' && format.length <= 24;
        return atom(`string${isShown ? comment(format) : ''}`);
      }
      case 'integer':
      case 'number':
        return atom('number');
      case 'boolean':
      case 'null':
        return atom(type);
      case 'object':
        return objectType(schema, depth, this);
      case 'array':
        return this.array(schema, depth);
      case undefined:
      case 'any':
        return unknownType();
      default:
        if (isSchemaObject(type)) return this.typeOf(type, depth); // Draft 3 allowed a schema here.
        this.notes.add(
          `The type ${printable(type)} is none of JSON Schema's; it is shown as unknown.`,
        );
        return unknownType(`type ${printable(type)}`);
    }
  }

  private array(schema: SchemaObject, depth: number): TypeText {
    const items = keywordOf(schema, 'items');
    const prefix = keywordOf(schema, 'prefixItems') ?? items;
    if (!Array.isArray(prefix)) return arrayOf(this.element(items, depth));

    const least = keywordOf(schema, 'minItems');
    const required = typeof least === 'number' ? least : prefix.length;
    const elements = prefix.slice(0, MAX_TUPLE).map((part, index) => {
      const type = this.typeOf(part, depth);
      if (index < required) return type.text;
      return type.kind === 'atom' ? `${type.text}?` : `(${type.text})?`;
    });
    const rest = prefix === items ? keywordOf(schema, 'additionalItems') : items;
    if (prefix.length > MAX_TUPLE) {
      elements.push(`...unknown[]${comment(`+${prefix.length - MAX_TUPLE} more`)}`);
    } else if (isSchemaObject(rest)) {
      elements.push(`...${arrayOf(this.typeOf(rest, depth)).text}`);
    }
    return atom(`[${elements.join(', ')}]`);
  }

  private element(items: unknown, depth: number): TypeText {
    return items === undefined ? unknownType() : this.typeOf(items, depth);
  }
}

/** The type that keywords speak of where `type` is missing. */
function impliedType(schema: SchemaObject): string | undefined {
  const has = (...keywords: string[]) => keywords.some((keyword) => Object.hasOwn(schema, keyword));
  if (has('properties', 'patternProperties')) return 'object';
  if (has('additionalProperties') && isSchemaObject(schema['additionalProperties']))
    return 'object';
  if (has('prefixItems', 'items')) return 'array';
  return undefined;
}

function lastPart(ref: string): string {
  return ref.slice(Math.max(ref.lastIndexOf('/'), ref.lastIndexOf('#')) + 1).slice(0, 60);
}

function printable(type: unknown): string {
  return typeof type === 'string' ? JSON.stringify(type.slice(0, 40)) : 'given';
}
