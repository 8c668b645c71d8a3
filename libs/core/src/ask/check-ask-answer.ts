import type { Json, JsonObject } from '@sluice/contracts';
import type { AskForm } from './ask-form.js';

/** An answer that fits its question, or what is wrong with it. */
export type CheckedAnswer =
  | { readonly ok: true; readonly answer: JsonObject }
  | { readonly ok: false; readonly problem: string };

/**
 * Holds an answer to the schema it was asked with. Clients hand on what a person or a hook typed, so
 * a field that was not asked for, a missing one and one of another kind are all no answer.
 */
export function checkAskAnswer(content: unknown, schema: AskForm['schema']): CheckedAnswer {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return { ok: false, problem: 'it is no object' };
  const entries = Object.entries(content as JsonObject);
  for (const [name, value] of entries) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (field === undefined) return { ok: false, problem: `${quoted(name)} was not asked for` };
    const problem = problemOf(value, field);
    if (problem !== undefined) return { ok: false, problem: `${quoted(name)} ${problem}` };
  }
  const missing = schema.required.find((name) => !Object.hasOwn(content, name));
  if (missing !== undefined) return { ok: false, problem: `${quoted(missing)} is missing` };
  return { ok: true, answer: Object.fromEntries(entries) };
}

function problemOf(value: Json, field: JsonObject): string | undefined {
  switch (field.type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'is neither true nor false';
    case 'number':
    case 'integer':
      return problemOfNumber(value, field);
    case 'array':
      return problemOfList(value, field);
    default:
      return problemOfText(value, field);
  }
}

function problemOfNumber(value: Json, { type, minimum, maximum }: JsonObject): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'is no number';
  if (type === 'integer' && !Number.isSafeInteger(value)) return 'is no whole number';
  if (typeof minimum === 'number' && value < minimum) return `is below ${minimum}`;
  if (typeof maximum === 'number' && value > maximum) return `is above ${maximum}`;
  return undefined;
}

function problemOfText(value: Json, field: JsonObject): string | undefined {
  if (typeof value !== 'string') return 'is no text';
  const choices = choicesOf(field);
  if (choices !== undefined) return choices.includes(value) ? undefined : 'is none of the choices';
  const length = [...value].length;
  const { minLength, maxLength, format } = field;
  if (typeof minLength === 'number' && length < minLength) return `is shorter than ${minLength}`;
  if (typeof maxLength === 'number' && length > maxLength) return `is longer than ${maxLength}`;
  const isFormat = typeof format === 'string' ? formats[format] : undefined;
  return isFormat === undefined || isFormat(value) ? undefined : `is no ${format}`;
}

function problemOfList(value: Json, { items, minItems, maxItems }: JsonObject): string | undefined {
  if (!Array.isArray(value)) return 'is no list';
  const choices = choicesOf(items as JsonObject) ?? [];
  if (!value.every((one: Json) => choices.includes(one)))
    return 'holds what is none of the choices';
  if (typeof minItems === 'number' && value.length < minItems) return `has fewer than ${minItems}`;
  if (typeof maxItems === 'number' && value.length > maxItems) return `has more than ${maxItems}`;
  return undefined;
}

function choicesOf(field: JsonObject): readonly Json[] | undefined {
  const { enum: plain, oneOf, anyOf } = field;
  if (Array.isArray(plain)) return plain as readonly Json[];
  const titled = oneOf ?? anyOf;
  if (!Array.isArray(titled)) return undefined;
  return (titled as readonly JsonObject[]).map((one) => one.const ?? null);
}

/** By JSON Schema 2020-12, section 7.3, as far as a form needs it. */
const formats: Readonly<Record<string, (value: string) => boolean>> = {
  email: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
  uri: (value) => /^[a-z][a-z0-9+.-]*:\S+$/i.test(value),
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)),
  'date-time': (value) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i.test(value) &&
    !Number.isNaN(Date.parse(value)),
};

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 100));
}
