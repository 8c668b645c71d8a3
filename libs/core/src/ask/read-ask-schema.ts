import type { Json, JsonObject } from '@sluice/contracts';
import type { AskForm } from './ask-form.js';

/** What kind of answer a program wants, or why it cannot have that. */
export type AskSchema =
  | {
      readonly ok: true;
      readonly schema: AskForm['schema'];
      /** The one field whose value is the answer; undefined: the object is. */
      readonly only?: string;
    }
  | { readonly ok: false; readonly problem: string };

/** More fields than a person fills in. */
const maxFields = 50;

/** The field of a question that asks for one value. */
const onlyField = 'answer';

/**
 * Reads the schema of `ask()`: an object of plain fields, or one such field for a single value, or
 * nothing for a text. What MCP elicitation does not allow (objects in objects, `$ref`, patterns) is
 * refused with its place: a client would refuse the question, or show another one.
 */
export function readAskSchema(schema: Json | undefined): AskSchema {
  if (schema === undefined) return single({ type: 'string' });
  if (!isObject(schema)) return { ok: false, problem: 'schema must be an object' };
  if (schema.type !== 'object') {
    const problem = problemOfField('schema', schema);
    return problem === undefined ? single(schema) : { ok: false, problem };
  }
  const { properties, required = [] } = schema;
  const other = Object.keys(schema).find((key) => !objectKeywords.includes(key));
  if (other !== undefined) return { ok: false, problem: `schema.${other} is not allowed` };
  if (!isObject(properties)) return { ok: false, problem: 'schema.properties must be an object' };
  const names = Object.keys(properties);
  if (names.length === 0 || names.length > maxFields)
    return { ok: false, problem: `schema.properties must have 1 to ${maxFields} fields` };
  for (const name of names) {
    const problem = problemOfField(`schema.properties.${name}`, properties[name]);
    if (problem !== undefined) return { ok: false, problem };
  }
  if (!isTexts(required) || required.some((name) => !Object.hasOwn(properties, name)))
    return { ok: false, problem: 'schema.required must list names of schema.properties' };
  const fields = properties as Readonly<Record<string, JsonObject>>;
  return { ok: true, schema: { type: 'object', properties: fields, required } };
}

function single(field: JsonObject): AskSchema {
  const schema = {
    type: 'object',
    properties: { [onlyField]: field },
    required: [onlyField],
  } as const;
  return { ok: true, schema, only: onlyField };
}

/** Answers are held to the schema anyway, so what closes an object changes nothing. */
const objectKeywords = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  '$schema',
  'title',
  'description',
];

const isText = (value: Json | undefined) => typeof value === 'string';
const isNumber = (value: Json | undefined) => typeof value === 'number';
const isCount = (value: Json | undefined) => Number.isSafeInteger(value) && (value as number) >= 0;
const isChoices = (value: Json | undefined) => isTexts(value) && value.length > 0;
const isTitled = (value: Json | undefined) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one: Json) => isObject(one) && isText(one.const) && isText(one.title));
const isItems = (value: Json | undefined) =>
  isObject(value) && ((value.type === 'string' && isChoices(value.enum)) || isTitled(value.anyOf));

type Check = (value: Json | undefined) => boolean;
const texts = { title: isText, description: isText };
const numeric = { ...texts, minimum: isNumber, maximum: isNumber, default: isNumber };

/** Keywords of each type by MCP 2026-07-28 (`PrimitiveSchemaDefinition`) and what they may hold. */
const keywordsOf: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  string: {
    ...texts,
    minLength: isCount,
    maxLength: isCount,
    format: (value) => ['email', 'uri', 'date', 'date-time'].includes(value as string),
    default: isText,
    enum: isChoices,
    enumNames: isTexts,
    oneOf: isTitled,
  },
  number: numeric,
  integer: numeric,
  boolean: { ...texts, default: (value) => typeof value === 'boolean' },
  array: { ...texts, minItems: isCount, maxItems: isCount, items: isItems, default: isTexts },
};

function problemOfField(place: string, field: Json | undefined): string | undefined {
  if (!isObject(field)) return `${place} must be an object`;
  const { type, ...others } = field;
  const keywords = typeof type === 'string' && Object.hasOwn(keywordsOf, type) && keywordsOf[type];
  if (!keywords) return `${place}.type must be one of ${Object.keys(keywordsOf).join(', ')}`;
  for (const [key, value] of Object.entries(others)) {
    const check = Object.hasOwn(keywords, key) ? keywords[key] : undefined;
    if (check === undefined) return `${place}.${key} is not allowed`;
    if (!check(value)) return `${place}.${key} is not what the keyword takes`;
  }
  if (type === 'array' && field.items === undefined) return `${place}.items must list the choices`;
  return undefined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
