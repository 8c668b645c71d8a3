import type { Check } from './check-run.js';
import type { SchemaCompiler } from './compile-schema.js';
import { keywordOf } from './json-schema.js';
import type { SchemaObject } from './json-schema.js';

/** What a schema asks of arrays: their elements, their number, and scalars that must differ. */
export function checkArray(schema: SchemaObject, compiler: SchemaCompiler): Check[] {
  return [
    ...elementChecks(schema, compiler),
    ...countChecks(schema),
    ...containsCheck(schema, compiler),
  ];
}

/** `prefixItems` and `items`, or in older drafts a list of `items` and `additionalItems`. */
function elementChecks(schema: SchemaObject, compiler: SchemaCompiler): Check[] {
  const items = keywordOf(schema, 'items');
  const prefix = keywordOf(schema, 'prefixItems');
  const isOldTuple = Array.isArray(items);
  const first = isOldTuple ? items : Array.isArray(prefix) ? prefix : [];
  const rest = isOldTuple ? keywordOf(schema, 'additionalItems') : items;
  if (first.length === 0 && rest === undefined) return [];
  const places = first.map((part) => compiler.compile(part));
  const others = rest === undefined ? undefined : compiler.compile(rest);
  return [
    (value, run) => {
      if (!Array.isArray(value)) return;
      for (let index = 0; index < value.length; index++) {
        if (run.isExhausted) return;
        const check = places[index] ?? others;
        if (check !== undefined) run.enterAt(index, check, value[index]);
      }
    },
  ];
}

function countChecks(schema: SchemaObject): Check[] {
  const least = keywordOf(schema, 'minItems');
  const most = keywordOf(schema, 'maxItems');
  const isUnique = keywordOf(schema, 'uniqueItems') === true;
  const checks: Check[] = [];
  const count = (text: string, isWrong: (length: number) => boolean) =>
    checks.push((value, run) => {
      if (!Array.isArray(value) || !isWrong(value.length)) return;
      run.note('other', () => ({ text: `must have ${text}, not ${value.length}` }));
    });
  if (typeof least === 'number') count(`at least ${least} elements`, (length) => length < least);
  if (typeof most === 'number') count(`at most ${most} elements`, (length) => length > most);
  if (isUnique)
    checks.push((value, run) => {
      if (!Array.isArray(value)) return;
      const scalars = value.filter((one) => typeof one !== 'object' || one === null);
      if (new Set(scalars).size < scalars.length)
        run.note('other', () => ({ text: 'must have no element twice' }));
    });
  return checks;
}

function containsCheck(schema: SchemaObject, compiler: SchemaCompiler): Check[] {
  if (!Object.hasOwn(schema, 'contains') || keywordOf(schema, 'minContains') === 0) return [];
  const check = compiler.compile(schema['contains']);
  return [
    (value, run) => {
      if (!Array.isArray(value) || run.isExhausted) return;
      if (!value.some((one) => run.probe(check, one).length === 0))
        run.note('other', () => ({ text: 'lacks the element that it must contain' }));
    },
  ];
}
