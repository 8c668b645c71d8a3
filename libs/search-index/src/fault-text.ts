import { nearestName } from '@sluice/contracts';
import type { FaultText } from './check-run.js';
import { isSchemaObject, keywordOf } from './json-schema.js';
import { kindOf } from './json-types.js';
import { literalType } from './literal-type.js';
import { quote } from './quote.js';
import { schemaToType } from './schema-to-type.js';
import type { TypeLimits } from './type-limits.js';

/** How much of what was wanted stands in a message. */
const WANTED: TypeLimits = {
  depth: 1,
  properties: 6,
  variants: 6,
  enumValues: 12,
  comments: false,
};
const MAX_WANTED_LENGTH = 240;

/** A schema as the type that was wanted. */
export function wantedType(schema: unknown): string {
  const { text } = schemaToType(schema, WANTED).type;
  return text.length <= MAX_WANTED_LENGTH ? text : 'something else (see the signature)';
}

/** A value of the wrong type, and how it becomes right where that is plain. */
export function wrongType(types: readonly string[], schema: unknown, value: unknown): FaultText {
  const wanted = types.includes('integer') ? types.join(' | ') : wantedType(schema);
  const text = `must be ${wanted}, not ${kindOf(value)}`;
  const nearest = nearestOfType(types, schema, value);
  return nearest === undefined ? { text } : { text, nearest };
}

function nearestOfType(types: readonly string[], schema: unknown, value: unknown) {
  const wants = (type: string) => types.includes(type);
  if (typeof value === 'string') {
    const number = value.trim() === '' ? Number.NaN : Number(value);
    const isNumber = wants('integer') ? Number.isSafeInteger(number) : Number.isFinite(number);
    if ((wants('number') || wants('integer')) && isNumber) return String(number);
    if (wants('boolean') && /^(?:true|false)$/i.test(value)) return value.toLowerCase();
    if ((wants('object') || wants('array')) && /^\s*[[{]/.test(value))
      return 'the value itself, not its JSON text';
  }
  if (wants('array') && value !== null && !Array.isArray(value)) return 'an array with it';
  if (wants('string') && ['number', 'bigint', 'boolean'].includes(typeof value))
    return quote(String(value).slice(0, 24));
  if (wants('integer') && typeof value === 'number' && Number.isFinite(value))
    return String(Math.round(value));
  if (value === null && isSchemaObject(schema) && keywordOf(schema, 'default') === undefined)
    return 'to leave it out, where it is optional';
  return undefined;
}

/** A value that is none of those listed. */
export function wrongValue(values: readonly unknown[], value: unknown): FaultText {
  const list = literalType(values, WANTED.enumValues).text;
  const text = `must be ${values.length > 1 ? 'one of ' : ''}${list}, not ${typeof value === 'string' ? 'another string' : kindOf(value)}`;
  const names = values.filter((one) => typeof one === 'string');
  const name = typeof value === 'string' ? nearestName(value, names) : undefined;
  if (name !== undefined) return { text, nearest: quote(name) };
  // A deep array as text would exhaust the stack.
  if (typeof value === 'object') return { text };
  const same = values.find((one) => typeof one !== 'object' && String(one) === String(value));
  return same === undefined ? { text } : { text, nearest: literalType([same], 1).text };
}
