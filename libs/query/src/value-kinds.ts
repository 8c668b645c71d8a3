import type { JsonValue } from '@sluice/json-text';
import { isNumber } from './exact-numbers.js';
import type { Expression } from './expression.js';

/** What an expression gives while it is evaluated: a value, or an expression that a function will use (`&name`). */
export type Value = JsonValue | ExpressionReference;

/** `&expression`, with the variables around it. */
export class ExpressionReference {
  constructor(
    readonly expression: Expression,
    readonly scope: Scope | undefined,
  ) {}
}

/** Variables of `let`, innermost first. */
export interface Scope {
  readonly name: string;
  readonly value: Value;
  readonly outer: Scope | undefined;
}

/** JMESPath's names of kinds of values. */
export type ValueKind =
  'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' | 'expression';

/** The kind of a value. */
export function kindOf(value: Value): ValueKind {
  if (value === null) return 'null';
  if (value instanceof ExpressionReference) return 'expression';
  if (Array.isArray(value)) return 'array';
  if (isNumber(value)) return 'number';
  return typeof value as 'boolean' | 'string' | 'object';
}

/** A JSON object. */
export type JsonRecord = { readonly [key: string]: JsonValue };

/** Whether a value is an array. */
export function isList(value: Value): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Whether a value is an object. */
export function isRecord(value: Value): value is JsonRecord {
  return kindOf(value) === 'object';
}

/** What counts as true: all but null, false, and an empty text, list or object. */
export function isTruthy(value: Value): boolean {
  if (value === null || value === false || value === '') return false;
  if (isList(value)) return value.length > 0;
  if (!isRecord(value)) return true;
  for (const key in value) if (Object.hasOwn(value, key)) return true;
  return false;
}

/** A record with these members; `__proto__` is a key like any other. */
export function recordOf(members: Iterable<readonly [string, JsonValue]>): JsonRecord {
  return Object.fromEntries(members);
}
