import type { JsonValue } from '@sluice/json-text';
import { compareTexts } from './compare-texts.js';
import { compareNumbers, isNumber } from './exact-numbers.js';
import { countStep, visit } from './evaluate.js';
import type { FunctionCall, FunctionRow } from './function-row.js';
import { isEqual } from './is-equal.js';
import { QueryError } from './query-error.js';
import { isList, isRecord, kindOf, recordOf } from './value-kinds.js';
import type { ExpressionReference, Value } from './value-kinds.js';

type List = readonly JsonValue[];

/** Functions on lists, and on what has a length. */
export const listFunctions: Readonly<Record<string, FunctionRow>> = {
  contains: {
    takes: ['string or array', 'any'],
    run: ([where, what]: [string | List, JsonValue], { node, evaluation }) =>
      typeof where === 'string'
        ? typeof what === 'string' && where.includes(what)
        : where.some((item) => isEqual(item, what, () => countStep(node, evaluation))),
  },
  length: {
    takes: ['string, array or object'],
    run([value]: [JsonValue]) {
      if (typeof value === 'string') return [...value].length;
      return isList(value) ? value.length : Object.keys(isRecord(value) ? value : {}).length;
    },
  },
  reverse: {
    takes: ['string or array'],
    run: ([value]: [string | List]) =>
      typeof value === 'string' ? [...value].reverse().join('') : [...value].reverse(),
  },
  map: {
    takes: ['expression', 'array'],
    run: ([reference, list]: [ExpressionReference, List], call) => mapped(list, reference, call),
  },
  sort: {
    takes: ['array of number or of string'],
    run: ([list]: [List]) => [...list].sort(compareAny),
  },
  sort_by: {
    takes: ['array', 'expression'],
    run: ([list, reference]: [List, ExpressionReference], call) =>
      keyed(list, reference, call)
        .sort((a, b) => compareAny(a.key, b.key))
        .map(({ item }) => item),
  },
  max: { takes: ['array of number or of string'], run: ([list]: [List]) => best(list, 1) },
  min: { takes: ['array of number or of string'], run: ([list]: [List]) => best(list, -1) },
  max_by: {
    takes: ['array', 'expression'],
    run: ([list, reference]: [List, ExpressionReference], call) => bestBy(list, reference, call, 1),
  },
  min_by: {
    takes: ['array', 'expression'],
    run: ([list, reference]: [List, ExpressionReference], call) =>
      bestBy(list, reference, call, -1),
  },
  group_by: {
    takes: ['array', 'expression'],
    run: ([list, reference]: [List, ExpressionReference], call) => groups(list, reference, call),
  },
  not_null: {
    takes: ['any'],
    more: 'any',
    run: (values: List) => values.find((value) => value !== null) ?? null,
  },
  to_array: { takes: ['any'], run: ([value]: [JsonValue]) => (isList(value) ? value : [value]) },
  zip: {
    takes: ['array'],
    more: 'array',
    run(lists: readonly List[]) {
      const shortest = Math.min(...lists.map(({ length }) => length));
      return Array.from({ length: shortest }, (_, index) =>
        lists.map((list) => list[index] ?? null),
      );
    },
  },
};

function compareAny(left: JsonValue, right: JsonValue): number {
  if (isNumber(left) && isNumber(right)) return compareNumbers(left, right);
  return compareTexts(String(left), String(right));
}

function best(list: List, sign: 1 | -1): JsonValue {
  let found = list[0] ?? null;
  for (const item of list) if (compareAny(item, found) * sign > 0) found = item;
  return found;
}

function bestBy(
  list: List,
  reference: ExpressionReference,
  call: FunctionCall,
  sign: 1 | -1,
): JsonValue {
  const entries = keyed(list, reference, call);
  let [found] = entries;
  if (found === undefined) return null;
  for (const entry of entries) if (compareAny(entry.key, found.key) * sign > 0) found = entry;
  return found.item;
}

function mapped(list: List, reference: ExpressionReference, call: FunctionCall): JsonValue[] {
  const { expression, scope } = reference;
  countStep(call.node, call.evaluation, list.length);
  return list.map((item) => asValue(visit(expression, item, scope, call.evaluation), call));
}

function asValue(value: Value, { node }: FunctionCall): JsonValue {
  if (kindOf(value) !== 'expression') return value as JsonValue;
  throw new QueryError('value', `the expression of ${node.name}() gives an expression`, node.at);
}

/** Items with what the expression gives of them: all numbers, or all texts. */
function keyed(list: List, reference: ExpressionReference, call: FunctionCall) {
  const keys = mapped(list, reference, call);
  const wanted = kindOf(keys[0] ?? '') === 'number' ? 'number' : 'string';
  return list.map((item, index) => {
    const key = keys[index] ?? null;
    if (kindOf(key) !== wanted)
      throw misfit(call, kindOf(key), index, 'all numbers or all strings');
    return { item, key };
  });
}

function groups(list: List, reference: ExpressionReference, call: FunctionCall): JsonValue {
  const found = new Map<string, JsonValue[]>();
  mapped(list, reference, call).forEach((key, index) => {
    if (typeof key !== 'string') throw misfit(call, kindOf(key), index, 'strings');
    const item = list[index] ?? null;
    const group = found.get(key);
    if (group === undefined) found.set(key, [item]);
    else group.push(item);
  });
  return recordOf(found);
}

function misfit({ node }: FunctionCall, kind: string, index: number, wanted: string): QueryError {
  const argument = node.args.at(-1) ?? node;
  return new QueryError(
    'value',
    `the expression of ${node.name}() must give ${wanted}; it gives ${kind} for [${index}]`,
    argument.at,
  );
}
