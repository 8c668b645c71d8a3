import type { JsonValue } from '@sluice/json-text';
import { compareTexts } from './compare-texts.js';
import { compareNumbers, compute, isNumber } from './exact-numbers.js';
import type { Comparison, Expression } from './expression.js';
import { callFunction } from './call-function.js';
import { isEqual } from './is-equal.js';
import { QueryError } from './query-error.js';
import { sliceOf } from './slice-of.js';
import {
  ExpressionReference,
  isList,
  isRecord,
  isTruthy,
  kindOf,
  recordOf,
} from './value-kinds.js';
import type { Scope, Value } from './value-kinds.js';

/** What one evaluation may take. */
export interface EvaluationLimits {
  /** Nodes visited in all. */
  readonly maxSteps: number;
  /** Longest text that a function may make, in UTF-16 code units. */
  readonly maxTextLength: number;
}

/** One evaluation: the whole value, and what is left of its budget. */
export interface Evaluation {
  readonly root: JsonValue;
  readonly limits: EvaluationLimits;
  steps: number;
}

/**
 * Applies an expression to a value.
 *
 * @throws QueryError `value` where a function or a sign does not fit what it is applied to; `size`
 */
export function evaluate(
  expression: Expression,
  value: JsonValue,
  limits: EvaluationLimits,
): JsonValue {
  const evaluation: Evaluation = { root: value, limits, steps: 0 };
  const result = visit(expression, value, undefined, evaluation);
  if (result instanceof ExpressionReference)
    throw new QueryError('value', 'an expression (&…) is no value', expression.at);
  return result;
}

/** Evaluates one node on the value it stands on. */
export function visit(
  node: Expression,
  value: Value,
  scope: Scope | undefined,
  evaluation: Evaluation,
): Value {
  countStep(node, evaluation);
  const on = (inner: Expression, other: Value = value) => visit(inner, other, scope, evaluation);
  switch (node.kind) {
    case 'current':
      return value;
    case 'root':
      return evaluation.root;
    case 'literal':
      return node.value;
    case 'field':
      return isRecord(value) && Object.hasOwn(value, node.name) ? (value[node.name] ?? null) : null;
    case 'index':
      return isList(value) ? (value.at(node.index) ?? null) : null;
    case 'slice':
      return sliceOf(value, node);
    case 'chain': {
      const left = on(node.left);
      return left === null && !node.isPipe ? null : on(node.right, left);
    }
    case 'project':
      return project(node, on(node.left), scope, evaluation);
    case 'list':
      return node.items.map((item) => plain(on(item), item));
    case 'hash':
      return recordOf(node.members.map(([key, member]) => [key, plain(on(member), member)]));
    case 'and': {
      const left = on(node.left);
      return isTruthy(left) ? on(node.right) : left;
    }
    case 'or': {
      const left = on(node.left);
      return isTruthy(left) ? left : on(node.right);
    }
    case 'not':
      return !isTruthy(on(node.of));
    case 'compare':
      return compare(node.operator, on(node.left), on(node.right), () =>
        countStep(node, evaluation),
      );
    case 'compute':
      return calculate(node.operator, on(node.left), on(node.right), node.at);
    case 'negate':
    case 'plus':
      return calculate(node.kind === 'plus' ? '+' : '-', 0, on(node.of), node.at);
    case 'reference':
      return new ExpressionReference(node.of, scope);
    case 'call':
      return callFunction(node, (arg) => on(arg), evaluation);
    case 'variable':
      return lookUp(node.name, scope, node.at);
    case 'let': {
      let inner = scope;
      for (const [name, bound] of node.bindings) inner = { name, value: on(bound), outer: inner };
      return visit(node.body, value, inner, evaluation);
    }
  }
}

/** Counts what is done; a hostile expression ends here, not in hours. */
export function countStep(node: Expression, evaluation: Evaluation, count = 1): void {
  evaluation.steps += count;
  if (evaluation.steps > evaluation.limits.maxSteps)
    throw new QueryError('size', `it takes more than ${evaluation.limits.maxSteps} steps`, node.at);
}

function project(
  node: Extract<Expression, { kind: 'project' }>,
  left: Value,
  scope: Scope | undefined,
  evaluation: Evaluation,
): Value {
  // A slice of a text is a text: there is nothing to project.
  if (typeof left === 'string' && isSlice(node.left))
    return visit(node.right, left, scope, evaluation);
  const items = itemsOf(node, left, evaluation);
  if (items === undefined) return null;
  const { condition, right } = node;
  const results: JsonValue[] = [];
  for (const item of items) {
    if (condition !== undefined && !isTruthy(visit(condition, item, scope, evaluation))) continue;
    const result = visit(right, item, scope, evaluation);
    if (result !== null) results.push(plain(result, right));
  }
  return results;
}

function isSlice(node: Expression): boolean {
  return node.kind === 'chain' && node.right.kind === 'slice';
}

/** What is projected, counted before anything is made of it. */
function itemsOf(
  node: Extract<Expression, { kind: 'project' }>,
  left: Value,
  evaluation: Evaluation,
): readonly JsonValue[] | undefined {
  if (node.over === 'values') return isRecord(left) ? Object.values(left) : undefined;
  if (!isList(left)) return undefined;
  countStep(node, evaluation, left.length);
  if (node.over === 'elements') return left;
  const length = left.reduce<number>((sum, item) => sum + (isList(item) ? item.length : 0), 0);
  countStep(node, evaluation, length);
  return left.flat() as readonly JsonValue[];
}

function plain(value: Value, node: Expression): JsonValue {
  if (value instanceof ExpressionReference)
    throw new QueryError('value', 'an expression (&…) is no value', node.at);
  return value;
}

function compare(operator: Comparison, left: Value, right: Value, count: () => void): Value {
  if (operator === '==') return isEqual(left, right, count);
  if (operator === '!=') return !isEqual(left, right, count);
  const order =
    isNumber(left) && isNumber(right)
      ? compareNumbers(left, right)
      : typeof left === 'string' && typeof right === 'string'
        ? compareTexts(left, right)
        : undefined;
  if (order === undefined) return null;
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

function calculate(
  operator: Parameters<typeof compute>[0],
  left: Value,
  right: Value,
  at: number,
): Value {
  if (!isNumber(left) || !isNumber(right))
    throw new QueryError(
      'value',
      `${operator} wants two numbers, not ${kindOf(left)} and ${kindOf(right)}`,
      at,
    );
  const result = compute(operator, left, right);
  if (result === undefined)
    throw new QueryError(
      'value',
      Number(right) === 0
        ? `${operator} by zero`
        : `the result of ${operator} is beyond all bounds`,
      at,
    );
  return result;
}

function lookUp(name: string, scope: Scope | undefined, at: number): Value {
  for (let inner = scope; inner !== undefined; inner = inner.outer)
    if (inner.name === name) return inner.value;
  throw new QueryError(
    'value',
    `there is no variable $${name}`,
    at,
    'let $a = … in … makes one; the whole value is $.',
  );
}
