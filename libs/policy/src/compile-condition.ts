import { compileRegex } from '@sluice/linear-regex';
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

/**
 * Compiles one entry of `when`.
 *
 * @param isCautious it stands in a deny or ask rule
 */
export function compileCondition(
  path: string,
  source: ArgumentCondition,
  isCautious: boolean,
): CompileConditionResult {
  const parsed = parseArgumentPath(path);
  if (!parsed.ok) return { ...parsed, hint: pathHint };
  const compiled = compileTest(source, isCautious);
  if (!compiled.ok) return compiled;
  return { ok: true, condition: { path, keys: parsed.keys, source, test: compiled.test } };
}

const pathHint =
  'A path is "args." and keys with dots between: "args.to", "args.items.0.name"; write "\\\\." for a dot within a key.';

const conditionHint =
  'A condition is a text with "*" and "?", a number, true or false, a list of these, { "regex": "…" }, { "min": 1, "max": 9 } or { "present": true }.';

type Problem = Extract<CompileConditionResult, { ok: false }>;

function compileTest(
  source: ArgumentCondition,
  isCautious: boolean,
): { ok: true; test: FieldTest } | Problem {
  if (typeof source === 'object' && 'present' in source)
    return { ok: true, test: { kind: 'present', wanted: source.present } };
  const wanted = isList(source) ? source : [source];
  if (wanted.length === 0)
    return { ok: false, problem: 'is an empty list, which nothing fits', hint: conditionHint };
  const tests: ValueTest[] = [];
  for (const one of wanted) {
    const compiled = compileValueTest(one, isCautious);
    if (!compiled.ok) return compiled;
    tests.push(compiled.test);
  }
  return { ok: true, test: { kind: 'any', tests } };
}

function compileValueTest(
  wanted: ValueCondition,
  isCautious: boolean,
): { ok: true; test: ValueTest } | Problem {
  switch (typeof wanted) {
    case 'string': {
      const compiled = compileGlob(wanted, foldCase);
      if (!compiled.ok)
        return {
          ok: false,
          problem: `has the pattern ${JSON.stringify(wanted)}, which ${compiled.problem}`,
          hint: grammarHint,
        };
      const isPath = wanted.includes('/') && !wanted.includes('..');
      return { ok: true, test: { kind: 'glob', glob: compiled.glob, isCautious, isPath } };
    }
    case 'boolean':
      return { ok: true, test: { kind: 'flag', wanted } };
    case 'number':
    case 'bigint':
      return { ok: true, test: { kind: 'range', min: wanted, max: wanted } };
    default:
      return compileObject(wanted, isCautious);
  }
}

function compileObject(
  wanted: Extract<ValueCondition, object>,
  isCautious: boolean,
): { ok: true; test: ValueTest } | Problem {
  if ('regex' in wanted) return compileExpression(wanted.regex, isCautious);
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

function compileExpression(
  expression: string,
  isCautious: boolean,
): { ok: true; test: ValueTest } | Problem {
  const exact = compileRegex(expression);
  if (!exact.ok) return unreadable(expression, exact.problem);
  const wide = compileRegex(expression, { isWide: true });
  if (!wide.ok) return unreadable(expression, wide.problem);
  const isPath = expression.includes('/') && !expression.includes('\\.\\.');
  return {
    ok: true,
    test: { kind: 'regex', exact: exact.regex, wide: wide.regex, isCautious, isPath },
  };
}

function unreadable(expression: string, problem: string): Problem {
  const shown = expression.length > 80 ? `${expression.slice(0, 80)}…` : expression;
  return {
    ok: false,
    problem: `has the regex ${JSON.stringify(shown)}, which ${problem}`,
    hint: 'The syntax is that of RE2: no look-around, no back-references, at most 1000 characters and 1000 instructions.',
  };
}

function isList(source: ArgumentCondition): source is readonly ValueCondition[] {
  return Array.isArray(source);
}
