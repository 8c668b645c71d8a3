import type { ArgumentCondition, ValueCondition } from '@sluice/contracts';
import { compileGlob } from './compile-glob.js';
import type { CompiledCondition, FieldTest, ValueTest } from './condition.js';
import { foldCase } from './fold-case.js';
import { grammarHint } from './grammar-hint.js';
import { parseArgumentPath } from './parse-argument-path.js';

/** A compiled condition, or what is wrong with it. */
export type CompileConditionResult =
  | { readonly ok: true; readonly condition: CompiledCondition }
  | {
      readonly ok: false;
      /** The end of a sentence. */
      readonly problem: string;
      readonly hint: string;
    };

/** Compiles one entry of `when`. */
export function compileCondition(path: string, source: ArgumentCondition): CompileConditionResult {
  const parsed = parseArgumentPath(path);
  if (!parsed.ok) return { ...parsed, hint: pathHint };
  const compiled = compileTest(source);
  if (!compiled.ok) return compiled;
  return { ok: true, condition: { path, keys: parsed.keys, source, test: compiled.test } };
}

const pathHint =
  'A path is "args." and keys with dots between: "args.to", "args.items.0.name"; write "\\\\." for a dot within a key.';

const conditionHint =
  'A condition is a text with "*" and "?", a number, true or false, a list of these, { "regex": "…" }, { "min": 1, "max": 9 } or { "present": true }.';

type Problem = Extract<CompileConditionResult, { ok: false }>;

function compileTest(source: ArgumentCondition): { ok: true; test: FieldTest } | Problem {
  if (typeof source === 'object' && 'present' in source)
    return { ok: true, test: { kind: 'present', wanted: source.present } };
  const wanted = isList(source) ? source : [source];
  if (wanted.length === 0)
    return { ok: false, problem: 'is an empty list, which nothing fits', hint: conditionHint };
  const tests: ValueTest[] = [];
  for (const one of wanted) {
    const compiled = compileValueTest(one);
    if (!compiled.ok) return compiled;
    tests.push(compiled.test);
  }
  return { ok: true, test: { kind: 'any', tests } };
}

function compileValueTest(wanted: ValueCondition): { ok: true; test: ValueTest } | Problem {
  switch (typeof wanted) {
    case 'string': {
      const compiled = compileGlob(wanted, foldCase);
      if (!compiled.ok)
        return {
          ok: false,
          problem: `has the pattern ${JSON.stringify(wanted)}, which ${compiled.problem}`,
          hint: grammarHint,
        };
      return { ok: true, test: { kind: 'glob', glob: compiled.glob } };
    }
    case 'boolean':
      return { ok: true, test: { kind: 'flag', wanted } };
    case 'number':
    case 'bigint':
      return compileObject({ min: wanted, max: wanted });
    default:
      return compileObject(wanted);
  }
}

function compileObject(
  wanted: Extract<ValueCondition, object>,
): { ok: true; test: ValueTest } | Problem {
  if ('regex' in wanted) return { ok: false, problem: 'is a regex', hint: conditionHint };
  const { min, max } = wanted;
  if (min === undefined && max === undefined)
    return { ok: false, problem: 'says nothing', hint: conditionHint };
  if (min !== undefined && max !== undefined && min > max)
    return {
      ok: false,
      problem: `is a range from ${min} to ${max}, which nothing fits`,
      hint: 'Write the smaller number as "min".',
    };
  return { ok: true, test: { kind: 'range', min, max } };
}

function isList(source: ArgumentCondition): source is readonly ValueCondition[] {
  return Array.isArray(source);
}
