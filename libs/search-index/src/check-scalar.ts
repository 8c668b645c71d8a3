import { compileRegex } from '@sluice/linear-regex';
import type { Check } from './check-run.js';
import type { SchemaCompiler } from './compile-schema.js';
import { keywordOf } from './json-schema.js';
import type { SchemaObject } from './json-schema.js';
import { kindOf } from './json-types.js';
import { plainLine } from './plain-line.js';

/** Longest pattern that is quoted in a message, in UTF-16 code units. */
const MAX_PATTERN_LENGTH = 80;

/** What a schema asks of numbers and strings. */
export function checkScalar(schema: SchemaObject, compiler: SchemaCompiler): Check[] {
  return [...numberChecks(schema), ...lengthChecks(schema), ...patternCheck(schema, compiler)];
}

function numberChecks(schema: SchemaObject): Check[] {
  const limit = (keyword: string) => {
    const value = keywordOf(schema, keyword);
    return typeof value === 'number' || typeof value === 'bigint' ? value : undefined;
  };
  const checks: Check[] = [];
  const bound = (
    value: number | bigint | undefined,
    text: string,
    isWrong: (given: number | bigint, than: number | bigint) => boolean,
    isNearest = true,
  ) => {
    if (value === undefined) return;
    checks.push((given, run) => {
      if ((typeof given !== 'number' && typeof given !== 'bigint') || !isWrong(given, value))
        return;
      const said = `must be ${text} ${value}, not ${kindOf(given)}`;
      run.note('other', () => (isNearest ? { text: said, nearest: `${value}` } : { text: said }));
    });
  };
  // Draft 4 made `minimum` itself exclusive with a boolean beside it.
  const isExclusive = (keyword: string) => keywordOf(schema, keyword) === true;
  const least = limit('minimum');
  const most = limit('maximum');
  if (isExclusive('exclusiveMinimum')) bound(least, 'above', (a, b) => a <= b, false);
  else bound(least, 'at least', (a, b) => a < b);
  if (isExclusive('exclusiveMaximum')) bound(most, 'below', (a, b) => a >= b, false);
  else bound(most, 'at most', (a, b) => a > b);
  bound(limit('exclusiveMinimum'), 'above', (a, b) => a <= b, false);
  bound(limit('exclusiveMaximum'), 'below', (a, b) => a >= b, false);
  const step = limit('multipleOf');
  if (step !== undefined && step > 0)
    bound(step, 'a multiple of', (a, b) => !isMultiple(Number(a), Number(b)), false);
  return checks;
}

/** Divided with some room: 0.3 is a multiple of 0.1, whatever binary fractions say. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step;
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
}

/** Lengths are counted in characters (code points), as JSON Schema does. */
function lengthChecks(schema: SchemaObject): Check[] {
  const least = keywordOf(schema, 'minLength');
  const most = keywordOf(schema, 'maxLength');
  const checks: Check[] = [];
  const say = (text: string, length: number) => ({ text: `must have ${text}, not ${length}` });
  if (typeof least === 'number')
    checks.push((value, run) => {
      if (typeof value !== 'string' || value.length >= 2 * least) return;
      const length = charactersOf(value);
      if (length < least) run.note('other', () => say(`at least ${least} characters`, length));
    });
  if (typeof most === 'number')
    checks.push((value, run) => {
      if (typeof value !== 'string' || value.length <= most) return;
      const length = value.length > 2 * most ? value.length : charactersOf(value);
      if (length > most) run.note('other', () => say(`at most ${most} characters`, length));
    });
  return checks;
}

function charactersOf(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

function patternCheck(schema: SchemaObject, compiler: SchemaCompiler): Check[] {
  const pattern = keywordOf(schema, 'pattern');
  if (typeof pattern !== 'string') return [];
  const test = compilePattern(pattern, compiler);
  const shown = plainLine(pattern, MAX_PATTERN_LENGTH);
  return [
    (value, run) => {
      if (typeof value !== 'string' || test(value, run)) return;
      run.note('other', () => ({ text: `must match the pattern ${shown}` }));
    },
  ];
}

/** Whether a text matches; true with a doubt where that cannot be told, or not in bounded time. */
export function compilePattern(
  pattern: string,
  compiler: SchemaCompiler,
): (text: string, run: Parameters<Check>[1]) => boolean {
  const compiled = compileRegex(pattern);
  if (!compiled.ok) {
    const doubt = compiler.doubt(
      `A pattern ${compiled.problem}; it is not checked.`.replace(/ {2,}/g, ' '),
    );
    return (text, run) => {
      doubt(text, run);
      return true;
    };
  }
  const { regex } = compiled;
  // ECMAScript's white space goes beyond ASCII, RE2's does not.
  const hasSpaces = /\\s/i.test(pattern);
  return (text, run) => {
    if (!run.mayMatch(regex.size * text.length) || regex.isIn(text)) return true;
    if (!hasSpaces || !/[^\0-\x7f]/.test(text)) return false;
    run.doubts += 1;
    return true;
  };
}
