import type { FunctionRow } from './function-row.js';
import { listFunctions } from './list-functions.js';
import { numberFunctions } from './number-functions.js';
import { objectFunctions } from './object-functions.js';
import { textFunctions } from './text-functions.js';

/**
 * The functions of an expression by name: those of https://jmespath.org/specification.html#built-in-functions, and of the
 * community's edition those on texts, groups and members.
 */
export const functions: ReadonlyMap<string, FunctionRow> = new Map(
  Object.entries({
    ...numberFunctions,
    ...textFunctions,
    ...listFunctions,
    ...objectFunctions,
  }).sort(([a], [b]) => (a < b ? -1 : 1)),
);
