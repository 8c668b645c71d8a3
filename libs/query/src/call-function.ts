import { countStep } from './evaluate.js';
import type { Evaluation } from './evaluate.js';
import type { Expression } from './expression.js';
import { functions } from './functions.js';
import type { ArgumentType, FunctionCall } from './function-row.js';
import { isNumber } from './exact-numbers.js';
import { QueryError } from './query-error.js';
import { isList, kindOf } from './value-kinds.js';
import type { Value } from './value-kinds.js';

/**
 * Calls a function of an expression: its arguments are evaluated and checked first.
 *
 * @throws QueryError `value` when there is no such function, or its arguments do not fit
 */
export function callFunction(
  node: Extract<Expression, { kind: 'call' }>,
  evaluateArgument: (argument: Expression) => Value,
  evaluation: Evaluation,
): Value {
  const row = functions.get(node.name);
  if (row === undefined)
    throw new QueryError(
      'value',
      `there is no function "${node.name}"`,
      node.at,
      `There are ${[...functions.keys()].join(', ')}.`,
    );
  const { takes, more, optional = 0 } = row;
  const most = more === undefined ? takes.length : Number.POSITIVE_INFINITY;
  const least = takes.length - optional;
  if (node.args.length < least || node.args.length > most)
    throw new QueryError(
      'value',
      `${node.name}() takes ${countOf(least, most)}, not ${node.args.length}`,
      node.at,
    );
  const args = node.args.map((argument, index) => {
    const value = evaluateArgument(argument);
    const type = takes[index] ?? more ?? 'any';
    countStep(node, evaluation, effortOf(value));
    const problem = misfit(value, type);
    if (problem === undefined) return value;
    throw new QueryError(
      'value',
      `${node.name}() wants ${nameOf(type)}${node.args.length > 1 ? ` as argument ${index + 1}` : ''}, not ${problem}`,
      startOf(argument),
    );
  });
  const call: FunctionCall = { node, evaluation };
  return row.run(args as never, call);
}

/** What a function may have to look at of an argument, in steps. */
function effortOf(value: Value): number {
  if (typeof value === 'string') return Math.ceil(value.length / 64);
  return isList(value) ? value.length : 1;
}

/** Where an expression starts; its own place is that of its sign. */
function startOf(expression: Expression): number {
  return 'left' in expression ? startOf(expression.left) : expression.at;
}

function countOf(least: number, most: number): string {
  const plural = (count: number) => `${count} ${count === 1 ? 'argument' : 'arguments'}`;
  if (least === most) return plural(least);
  return most === Number.POSITIVE_INFINITY
    ? `at least ${plural(least)}`
    : `${least} to ${plural(most)}`;
}

/** What a value is instead of what is wanted; undefined where it fits. */
function misfit(value: Value, type: ArgumentType): string | undefined {
  const kind = kindOf(value);
  switch (type) {
    case 'any':
      return kind === 'expression' ? 'an expression' : undefined;
    case 'string or array':
      return kind === 'string' || kind === 'array' ? undefined : kind;
    case 'string, array or object':
      return kind === 'string' || kind === 'array' || kind === 'object' ? undefined : kind;
    case 'array of number':
    case 'array of string':
    case 'array of array':
    case 'array of number or of string':
      return misfitOfItems(value, type);
    default:
      return kind === type ? undefined : kind;
  }
}

function misfitOfItems(value: Value, type: ArgumentType): string | undefined {
  if (!isList(value)) return kindOf(value);
  const wanted =
    type === 'array of number or of string'
      ? isNumber(value[0] ?? null) || value.length === 0
        ? 'number'
        : 'string'
      : type.slice('array of '.length);
  const wrong = value.findIndex((item) => kindOf(item) !== wanted);
  if (wrong < 0) return undefined;
  return `an array with ${kindOf(value[wrong] ?? null)} at [${wrong}]`;
}

function nameOf(type: ArgumentType): string {
  if (type === 'array of number or of string') return 'an array of number, or of string';
  return /^[aeo]/.test(type) ? `an ${type}` : `a ${type}`;
}
