import type { Evaluation } from './evaluate.js';
import type { Expression } from './expression.js';
import type { Value } from './value-kinds.js';

/** What a function may ask for. */
export type ArgumentType =
  | 'any'
  | 'number'
  | 'string'
  | 'array'
  | 'object'
  | 'expression'
  | 'string or array'
  | 'string, array or object'
  | 'array of number'
  | 'array of string'
  | 'array of array'
  | 'array of number or of string';

/** One call, for what a function needs beyond its arguments. */
export interface FunctionCall {
  readonly node: Extract<Expression, { kind: 'call' }>;
  readonly evaluation: Evaluation;
}

/** One function of JMESPath. Its arguments have been checked when it runs. */
export interface FunctionRow {
  readonly takes: readonly ArgumentType[];
  /** How many of `takes` may be left out, from the end. @default 0 */
  readonly optional?: number;
  /** The type of any number of further arguments. */
  readonly more?: ArgumentType;
  run(args: never, call: FunctionCall): Value;
}
