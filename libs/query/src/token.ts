import type { JsonValue } from '@sluice/json-text';

/** One token of an expression. `start` and `end` count UTF-16 code units from 0. */
export type Token = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'name' | 'variable'; readonly name: string }
  /** A name in double quotes: unlike `name`, never a function. */
  | { readonly kind: 'quoted'; readonly name: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'literal'; readonly value: JsonValue }
  | { readonly kind: Sign }
  | { readonly kind: 'end' }
);

/** Signs, longer ones before those that they start with. */
export const signs = [
  '[]',
  '[?',
  '||',
  '&&',
  '==',
  '!=',
  '<=',
  '>=',
  '//',
  '.',
  '[',
  ']',
  '{',
  '}',
  '(',
  ')',
  ',',
  ':',
  '|',
  '&',
  '!',
  '<',
  '>',
  '=',
  '*',
  '@',
  '$',
  '+',
  '-',
  '/',
  '%',
] as const;

/** One of {@link signs}. */
export type Sign = (typeof signs)[number];
