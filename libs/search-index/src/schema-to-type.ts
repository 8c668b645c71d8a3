import { arrayType } from './array-type.js';
import { impliedType } from './implied-type.js';
import { isSchemaObject, keywordOf } from './json-schema.js';
import type { SchemaObject } from './json-schema.js';
import { literalType } from './literal-type.js';
import { objectType } from './object-type.js';
import { hoistTypes } from './hoist-types.js';
import type { WrittenType } from './hoist-types.js';
import { createRecursiveTypes } from './recursive-types.js';
import type { RecursiveTypes } from './recursive-types.js';
import { resolveRef } from './resolve-ref.js';
import type { SchemaWalk } from './schema-walk.js';
import { neededAliases } from './type-aliases.js';
import type { TypeAlias } from './type-aliases.js';
import { atom, comment, intersectionOf, orNull, unionOf, unknownType } from './type-text.js';
import type { TypeText } from './type-text.js';
import { takesNull } from './takes-null.js';
import type { TypeLimits } from './type-limits.js';
import { variantsType } from './variants-type.js';

/** Schemas looked at for one type: references can multiply without end. */
const MAX_SCHEMAS = 4000;
/** Schemas within schemas, so that no nesting can exhaust the stack. */
const MAX_NESTING = 64;
/** For what stands in a comment of one line. */
const CONDITION_LIMITS: TypeLimits = {
  depth: 1,
  properties: 4,
  variants: 3,
  enumValues: 4,
  comments: false,
};
const CONDITIONS = ['not', 'if'];
/** Schemas with conditions whose conditions are shown: each is a walk of its own. */
const MAX_CONDITIONAL = 16;
const REF_KEYWORDS = ['$ref', '$recursiveRef', '$dynamicRef'];

/** A schema as TypeScript. */
export interface SchemaType {
  readonly type: TypeText;
  /** Types that `type` and the other aliases name: recursive ones, and those that would stand there twice. */
  readonly aliases: readonly TypeAlias[];
  /** What could not be shown and why, one sentence each. */
  readonly notes: readonly string[];
}

/** How {@link schemaToType} names what it gives a name. */
export interface TypeNaming {
  /** For the schema as a whole, where it holds itself. @default 'Shape' */
  readonly wish?: string;
  /** Names that are not to be used. */
  readonly taken?: ReadonlySet<string>;
}

/**
 * A JSON Schema of any draft from 4 to 2020-12 as one line of TypeScript. Never throws and never
 * leaves the document: what is missing, wrong, too deep or elsewhere becomes `unknown` with a
 * comment. A type that holds itself gets a name, and so do objects that would be written twice. The work is
 * bounded whatever the schema says; `minItems` and `maxItems` never multiply anything.
 */
export function schemaToType(
  schema: unknown,
  limits: TypeLimits,
  { wish = 'Shape', taken: names = new Set() }: TypeNaming = {},
): SchemaType {
  const taken = new Set(names);
  const walk = new Walk(schema, limits, taken);
  const type = walk.typeOf(schema, 0, wish);
  const recursive = neededAliases(type.text, walk.aliases());
  const { text, aliases } = hoistTypes(type.text, recursive, walk.written, taken);
  return { type: text === type.text ? type : { ...type, text }, aliases, notes: [...walk.notes] };
}

class Walk implements SchemaWalk {
  readonly notes = new Set<string>();
  readonly written = new Map<string, WrittenType>();
  private readonly types: RecursiveTypes;
  private conditional = 0;
  private schemas = 0;

  constructor(
    private readonly root: unknown,
    readonly limits: TypeLimits,
    taken: Set<string>,
  ) {
    this.types = createRecursiveTypes(taken);
  }

  aliases(): readonly TypeAlias[] {
    return this.types.aliases();
  }

  namings(): number {
    return this.types.namings;
  }

  within(schema: unknown, depth: number, wish: string): TypeText {
    return this.types.within(() => this.typeOf(schema, depth, wish));
  }

  typeOf(schema: unknown, depth: number, wish: string): TypeText {
    if (schema === true) return unknownType();
    if (schema === false) return atom('never');
    if (!isSchemaObject(schema)) {
      this.notes.add('A part of the schema is not a schema; it is shown as unknown.');
      return unknownType();
    }
    if (this.types.has(schema)) return this.again(schema, wish);
    if (++this.schemas > MAX_SCHEMAS || this.types.depth >= MAX_NESTING) return unknownType('…');
    const title = keywordOf(schema, 'title');
    const called = typeof title === 'string' && title !== '' ? title : wish;
    this.types.enter(schema, called);
    const type = this.known(schema, depth, called);
    const name = this.types.leave(schema);
    if (name === undefined) return type;
    this.types.done(schema, type.text);
    return type.isUnknown ? type : atom(name);
  }

  /** A schema inside itself, or one that has its name already. */
  private again(schema: SchemaObject, wish: string): TypeText {
    const name = this.types.nameOf(schema, wish);
    if (name !== undefined) return atom(name);
    return unknownType(`recursive: ${schema === this.root ? 'the whole type' : wish}`);
  }

  private known(schema: SchemaObject, depth: number, wish: string): TypeText {
    const types = [this.references(schema, depth), this.values(schema, depth, wish)];
    const all = keywordOf(schema, 'allOf');
    if (Array.isArray(all)) {
      types.push(
        ...all.slice(0, this.limits.variants).map((part) => this.typeOf(part, depth, wish)),
      );
    }
    types.push(variantsType(keywordOf(schema, 'anyOf'), depth, this, wish));
    types.push(variantsType(keywordOf(schema, 'oneOf'), depth, this, wish));
    const type = intersectionOf(types);
    const whole = takesNull(schema) ? orNull(type) : type;
    const conditions = this.limits.comments ? this.conditions(schema, wish) : '';
    return conditions === '' ? whole : { ...whole, text: whole.text + conditions };
  }

  /** What no TypeScript says, as a comment. */
  private conditions(schema: SchemaObject, wish: string): string {
    if (!CONDITIONS.some((keyword) => Object.hasOwn(schema, keyword))) return '';
    if (++this.conditional > MAX_CONDITIONAL) return '';
    const brief = (keyword: string, text = keyword) => {
      const part = keywordOf(schema, keyword);
      if (part === undefined) return '';
      const type = new Walk(this.root, CONDITION_LIMITS, new Set()).typeOf(part, 0, wish);
      return `${text} ${isSchemaObject(part) && type.isUnknown ? '…' : type.text}`;
    };
    const ifs = [brief('if'), brief('then'), brief('else')].filter((text) => text !== '');
    const isIf = keywordOf(schema, 'if') !== undefined && ifs.length > 1;
    return comment(brief('not')) + (isIf ? comment(ifs.join(' ')) : '');
  }

  private references(schema: SchemaObject, depth: number): TypeText {
    const types = REF_KEYWORDS.map((keyword) => keywordOf(schema, keyword))
      .filter((ref) => typeof ref === 'string')
      .map((ref) => this.reference(ref, depth));
    return intersectionOf(types);
  }

  private reference(ref: string, depth: number): TypeText {
    const target = resolveRef(this.root, ref);
    if (target !== undefined) return this.typeOf(target.schema, depth, lastPart(ref));
    const where = ref.startsWith('#') ? 'is not defined in the schema' : 'is another document';
    this.notes.add(
      `The $ref ${JSON.stringify(ref.slice(0, 200))} ${where}; it is shown as unknown.`,
    );
    return unknownType(ref.startsWith('#') ? `${ref} is not defined` : `${ref} is not fetched`);
  }

  /** `const`, `enum`, or what `type` says. */
  private values(schema: SchemaObject, depth: number, wish: string): TypeText {
    if (Object.hasOwn(schema, 'const')) return literalType([schema['const']], 1);
    const values = keywordOf(schema, 'enum');
    if (Array.isArray(values) && values.length > 0) {
      return literalType(values, this.limits.enumValues);
    }
    const type = keywordOf(schema, 'type');
    if (Array.isArray(type)) {
      return type.length === 0
        ? unknownType()
        : unionOf(type.slice(0, 8).map((one) => this.byType(one, schema, depth, wish)));
    }
    return this.byType(type ?? impliedType(schema), schema, depth, wish);
  }

  private byType(type: unknown, schema: SchemaObject, depth: number, wish: string): TypeText {
    switch (type) {
      case 'string': {
        const format = keywordOf(schema, 'format') ?? keywordOf(schema, 'contentEncoding');
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
        return objectType(schema, depth, this, wish);
      case 'array':
        return arrayType(schema, depth, this, wish);
      case undefined:
      case 'any':
        return unknownType();
      default:
        if (isSchemaObject(type)) return this.typeOf(type, depth, wish); // Draft 3 allowed a schema here.
        this.notes.add(
          `The type ${printable(type)} is none of JSON Schema's; it is shown as unknown.`,
        );
        return unknownType(`type ${printable(type)}`);
    }
  }
}

function lastPart(ref: string): string {
  return ref.slice(Math.max(ref.lastIndexOf('/'), ref.lastIndexOf('#')) + 1).slice(0, 60);
}

function printable(type: unknown): string {
  return typeof type === 'string' ? JSON.stringify(type.slice(0, 40)) : 'given';
}
