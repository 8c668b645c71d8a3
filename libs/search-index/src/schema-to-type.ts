import { isSchemaObject, keywordOf } from './json-schema.js';
import type { SchemaObject } from './json-schema.js';
import { literalType } from './literal-type.js';
import { objectType } from './object-type.js';
import { hoistTypes } from './hoist-types.js';
import type { WrittenType } from './hoist-types.js';
import { resolveRef } from './resolve-ref.js';
import { aliasName, neededAliases } from './type-aliases.js';
import type { TypeAlias } from './type-aliases.js';
import {
  arrayOf,
  atom,
  comment,
  intersectionOf,
  orNull,
  unionOf,
  unknownType,
} from './type-text.js';
import type { TypeText } from './type-text.js';
import { takesNull } from './takes-null.js';
import type { TypeLimits } from './type-limits.js';

/** Schemas looked at for one type: references can multiply without end. */
const MAX_SCHEMAS = 4000;
/** Schemas within schemas, so that no nesting can exhaust the stack. */
const MAX_NESTING = 64;
/** Elements of a tuple that are spelt out. */
const MAX_TUPLE = 12;
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

/** A schema that is being turned into a type: met again within one of its own objects or arrays, it gets a name. */
interface OpenSchema {
  /** How many objects and arrays were open around it. */
  readonly level: number;
  /** What it may be called. */
  readonly wish: string;
}

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

/** Turns one schema into a type, and remembers how far it has got. */
export interface SchemaWalk {
  readonly limits: TypeLimits;
  readonly notes: Set<string>;
  /** Object types by their text. */
  readonly written: Map<string, WrittenType>;
  /** @param wish what the type may be called */
  typeOf(schema: unknown, depth: number, wish: string): TypeText;
  /** The type of what stands within an object or an array: there, a type may name itself. */
  within(schema: unknown, depth: number, wish: string): TypeText;
  /** How often a type was named by now: a map of a named type is written otherwise. */
  namings(): number;
}

class Walk implements SchemaWalk {
  readonly notes = new Set<string>();
  readonly written = new Map<string, WrittenType>();
  private readonly open = new Map<unknown, OpenSchema>();
  private readonly names = new Map<unknown, string>();
  /** The texts of those that are whole. */
  private readonly done = new Map<unknown, string>();
  /** The open schemas that one names outside of any object or array of its own. */
  private readonly bare = new Map<unknown, Set<unknown>>();
  private level = 0;
  private named = 0;
  private conditional = 0;
  private schemas = 0;

  constructor(
    private readonly root: unknown,
    readonly limits: TypeLimits,
    private readonly taken: Set<string>,
  ) {}

  aliases(): readonly TypeAlias[] {
    return Array.from(this.done, ([schema, text]) => ({
      name: this.names.get(schema) ?? 'Shape',
      text,
    }));
  }

  namings(): number {
    return this.named;
  }

  within(schema: unknown, depth: number, wish: string): TypeText {
    this.level += 1;
    const type = this.typeOf(schema, depth, wish);
    this.level -= 1;
    return type;
  }

  typeOf(schema: unknown, depth: number, wish: string): TypeText {
    if (schema === true) return unknownType();
    if (schema === false) return atom('never');
    if (!isSchemaObject(schema)) {
      this.notes.add('A part of the schema is not a schema; it is shown as unknown.');
      return unknownType();
    }
    if (this.open.has(schema) || this.done.has(schema)) return this.again(schema, wish);
    if (++this.schemas > MAX_SCHEMAS || this.open.size >= MAX_NESTING) return unknownType('…');
    const title = keywordOf(schema, 'title');
    const called = typeof title === 'string' && title !== '' ? title : wish;
    this.open.set(schema, { level: this.level, wish: called });
    const type = this.known(schema, depth, called);
    this.open.delete(schema);
    const name = this.names.get(schema);
    if (name === undefined) return type;
    this.done.set(schema, type.text);
    return type.isUnknown ? type : atom(name);
  }

  /** A schema inside itself, or one that has its name already. */
  private again(schema: SchemaObject, wish: string): TypeText {
    const opened = this.open.get(schema);
    const bare = [...(this.bare.get(schema) ?? []), ...(opened ? [schema] : [])];
    // `type A = A | string` is none; `type A = { a: A }` is one.
    if (bare.some((one) => this.open.get(one)?.level === this.level)) {
      return unknownType(`recursive: ${schema === this.root ? 'the whole type' : wish}`);
    }
    let name = this.names.get(schema);
    if (name === undefined) {
      name = aliasName(opened?.wish ?? wish, this.taken);
      this.taken.add(name);
      this.names.set(schema, name);
    }
    this.named += 1;
    for (const [around, { level }] of this.open) {
      if (level !== this.level) continue;
      const named = this.bare.get(around) ?? new Set();
      for (const one of bare) named.add(one);
      this.bare.set(around, named);
    }
    return atom(name);
  }

  private known(schema: SchemaObject, depth: number, wish: string): TypeText {
    const types = [this.references(schema, depth), this.values(schema, depth, wish)];
    const all = keywordOf(schema, 'allOf');
    if (Array.isArray(all)) {
      types.push(
        ...all.slice(0, this.limits.variants).map((part) => this.typeOf(part, depth, wish)),
      );
    }
    types.push(this.variants(keywordOf(schema, 'anyOf'), depth, wish));
    types.push(this.variants(keywordOf(schema, 'oneOf'), depth, wish));
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

  /** `anyOf` and `oneOf`. Many single values are one enum. */
  private variants(branches: unknown, depth: number, wish: string): TypeText {
    if (!Array.isArray(branches) || branches.length === 0) return unknownType();
    const constants = branches.map((branch) =>
      isSchemaObject(branch) && Object.hasOwn(branch, 'const') ? [branch['const']] : undefined,
    );
    if (constants.every((constant) => constant !== undefined)) {
      return literalType(constants.flat(), this.limits.enumValues);
    }
    const shown = branches
      .slice(0, this.limits.variants)
      .map((branch) => this.typeOf(branch, depth, wish));
    const known = unionOf(shown);
    if (shown.length === branches.length || known.isUnknown) return known;
    const rest = unknownType(`+${branches.length - shown.length} more variants`).text;
    return { text: `${unionOf([known]).text} | ${rest}`, kind: 'union' };
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
        return this.array(schema, depth, wish);
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

  private array(schema: SchemaObject, depth: number, wish: string): TypeText {
    const items = keywordOf(schema, 'items');
    const prefix = keywordOf(schema, 'prefixItems') ?? items;
    if (!Array.isArray(prefix)) return arrayOf(this.element(items, depth, wish));

    const least = keywordOf(schema, 'minItems');
    const required = typeof least === 'number' ? least : prefix.length;
    const elements = prefix.slice(0, MAX_TUPLE).map((part, index) => {
      const type = this.within(part, depth, wish);
      if (index < required) return type.text;
      return type.kind === 'atom' ? `${type.text}?` : `(${type.text})?`;
    });
    const rest = prefix === items ? keywordOf(schema, 'additionalItems') : items;
    if (prefix.length > MAX_TUPLE) {
      elements.push(`...unknown[]${comment(`+${prefix.length - MAX_TUPLE} more`)}`);
    } else if (isSchemaObject(rest)) {
      elements.push(`...${arrayOf(this.within(rest, depth, wish)).text}`);
    }
    return atom(`[${elements.join(', ')}]`);
  }

  private element(items: unknown, depth: number, wish: string): TypeText {
    return items === undefined ? unknownType() : this.within(items, depth, wish);
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
