import type { SelectionInput, SelectionOutput } from '@sluice/contracts';
import { parseJson, printJson, utf8Length } from '@sluice/json-text';
import type { JsonValue } from '@sluice/json-text';
import { decodeText } from './decode-text.js';
import { evaluate } from './evaluate.js';
import type { EvaluationLimits } from './evaluate.js';
import { parseExpression } from './parse-expression.js';
import { problemOf } from './problem-of.js';
import { QueryError } from './query-error.js';
import { recordOf } from './value-kinds.js';

/** Nodes of expressions visited for one selection: a second or two of work. A filter over 100,000 records takes a million. */
const maxSteps = 20_000_000;

/** Longest text that a function of an expression may make, in UTF-16 code units; the longest that is kept by default. */
const maxTextLength = 104_857_600;

/**
 * Applies a JMESPath expression to a stored text. Integers beyond 2^53 keep all their digits.
 *
 * @example selectFromText({ text: '{"id":12345678901234567890}', kind: 'json', expression: 'id', maxBytes: 100 })
 * // { ok: true, json: '12345678901234567890', sizeBytes: 20 }
 */
export function selectFromText(input: SelectionInput): SelectionOutput {
  return select(input, { maxSteps, maxTextLength });
}

/** Longest text that is read in place, in UTF-16 code units, and what may be done with it there: some 20 ms. */
const maxSmallLength = 65_536;
const smallLimits = { maxSteps: 100_000, maxTextLength: 1_000_000 };

/** The same where it takes no more than some 30 ms, whatever the text and the expression; else undefined. */
export function selectFromSmallText(input: SelectionInput): SelectionOutput | undefined {
  if (input.text.length > maxSmallLength) return undefined;
  const output = select(input, smallLimits);
  return !output.ok && output.problem.kind === 'size' ? undefined : output;
}

function select(input: SelectionInput, limits: EvaluationLimits): SelectionOutput {
  const { kind, maxBytes } = input;
  try {
    const text = decodeText(input.text);
    const value = kind === 'text' ? text : parseJson(text);
    const selection = selectionOf(input, value, limits);
    refuseTooLarge(selection, maxBytes);
    const json = printJson(selection);
    return { ok: true, json, sizeBytes: utf8Length(json) };
  } catch (error) {
    return { ok: false, problem: problemOf(error) };
  }
}

/** One expression, or an object of several. */
function selectionOf(
  { expression }: SelectionInput,
  value: JsonValue,
  limits: EvaluationLimits,
): JsonValue {
  if (typeof expression === 'string') return evaluate(parseExpression(expression), value, limits);
  const members = expression.map(([name, text]): readonly [string, JsonValue] => {
    try {
      return [name, evaluate(parseExpression(text), value, limits)];
    } catch (error) {
      throw error instanceof QueryError ? error.of(name) : error;
    }
  });
  return recordOf(members);
}

/**
 * A selection can hold the same part many times, and be far larger as text than what it was made of:
 * it is measured before it is printed.
 */
function refuseTooLarge(selection: JsonValue, maxBytes: number): void {
  let left = maxBytes;
  const measure = (value: JsonValue): void => {
    // The least that it takes: quotes and escapes count once it is printed.
    left -= typeof value === 'string' ? value.length + 2 : 1;
    if (left < 0)
      throw new QueryError(
        'size',
        `the selection takes more than ${maxBytes} bytes`,
        0,
        tooLargeHint,
      );
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) measure(item);
    else
      for (const [key, member] of Object.entries(value)) {
        left -= key.length + 3;
        measure(member);
      }
  };
  measure(selection);
}

const tooLargeHint = 'Select less: a filter, fewer fields, a slice.';
