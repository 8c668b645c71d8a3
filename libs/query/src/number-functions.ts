import type { JsonValue } from '@sluice/json-text';
import { parseJson } from '@sluice/json-text';
import { compute, isNumber, sumOf } from './exact-numbers.js';
import type { ExactNumber } from './exact-numbers.js';
import type { FunctionCall, FunctionRow } from './function-row.js';
import { QueryError } from './query-error.js';

/** JSON's own form of a number. */
const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Functions on numbers. Integers of any length keep their digits. */
export const numberFunctions: Readonly<Record<string, FunctionRow>> = {
  abs: { takes: ['number'], run: ([n]: [ExactNumber]) => (n < 0 ? -n : n) },
  ceil: {
    takes: ['number'],
    run: ([n]: [ExactNumber]) => (typeof n === 'bigint' ? n : Math.ceil(n)),
  },
  floor: {
    takes: ['number'],
    run: ([n]: [ExactNumber]) => (typeof n === 'bigint' ? n : Math.floor(n)),
  },
  sum: {
    takes: ['array of number'],
    run: ([list]: [readonly ExactNumber[]], call) => bounded(sumOf(list), call),
  },
  avg: {
    takes: ['array of number'],
    run: ([list]: [readonly ExactNumber[]], call) =>
      list.length === 0
        ? null
        : bounded(compute('/', bounded(sumOf(list), call), list.length), call),
  },
  to_number: {
    takes: ['any'],
    run([value]: [JsonValue]) {
      if (isNumber(value)) return value;
      if (typeof value !== 'string' || !numberText.test(value)) return null;
      try {
        const number = parseJson(value);
        return typeof number === 'number' && !Number.isFinite(number) ? null : number;
      } catch {
        // More digits than are read.
        return null;
      }
    },
  },
};

function bounded(result: ExactNumber | undefined, { node }: FunctionCall): ExactNumber {
  if (result !== undefined) return result;
  throw new QueryError('value', `the result of ${node.name}() is beyond all bounds`, node.at);
}
