import type { JsonValue } from '@sluice/json-text';

/** A JMESPath expression as a tree. `at` is where an error of the node is shown, counted from 0. */
export type Expression = { readonly at: number } & (
  | { readonly kind: 'current' | 'root' }
  | { readonly kind: 'field' | 'variable'; readonly name: string }
  | { readonly kind: 'literal'; readonly value: JsonValue }
  | { readonly kind: 'index'; readonly index: number }
  | {
      readonly kind: 'slice';
      readonly start: number | undefined;
      readonly stop: number | undefined;
      readonly step: number | undefined;
    }
  /** `left` then `right` on what it gave; null stays null where `isPipe` is false. */
  | {
      readonly kind: 'chain';
      readonly left: Expression;
      readonly right: Expression;
      readonly isPipe: boolean;
    }
  /** `right` on each element (or value, or element that fits the condition, or element of elements) of `left`. */
  | {
      readonly kind: 'project';
      readonly over: 'elements' | 'values' | 'flattened';
      readonly left: Expression;
      readonly condition?: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'hash'; readonly members: readonly (readonly [string, Expression])[] }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not' | 'negate' | 'plus' | 'reference'; readonly of: Expression }
  | {
      readonly kind: 'compare';
      readonly operator: Comparison;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'compute';
      readonly operator: Arithmetic;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | {
      readonly kind: 'let';
      readonly bindings: readonly (readonly [string, Expression])[];
      readonly body: Expression;
    }
);

/** Signs that compare. */
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** Signs that compute. */
export type Arithmetic = '+' | '-' | '*' | '/' | '//' | '%';
