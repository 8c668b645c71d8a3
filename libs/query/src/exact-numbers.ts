import { maxIntegerDigits } from '@sluice/json-text';
import type { Arithmetic } from './expression.js';

/** A number of a JSON value: long integers are `bigint`. */
export type ExactNumber = number | bigint;

/** Beyond it nobody reads the number again. */
const limit = 10n ** BigInt(maxIntegerDigits);

/** Whether a value is a number, long or not. */
export function isNumber(value: unknown): value is ExactNumber {
  return typeof value === 'number' || typeof value === 'bigint';
}

/**
 * Computes with all digits as long as both sides are exact: integers of any length. What is not, is
 * computed as a double. Undefined where there is no result: a division by zero, a number beyond all bounds.
 *
 * @example compute('+', 9007199254740991, 2) // 9007199254740993n
 */
export function compute(
  operator: Arithmetic,
  left: ExactNumber,
  right: ExactNumber,
): ExactNumber | undefined {
  if (operator === '/' || operator === '//' || operator === '%') {
    if (Number(right) === 0) return undefined;
  }
  if (typeof left === 'number' && typeof right === 'number') {
    const result = computeDoubles(operator, left, right);
    const isExact = Number.isSafeInteger(result) || !isExactInteger(left) || !isExactInteger(right);
    if (isExact || operator === '/') return Number.isFinite(result) ? result : undefined;
  }
  if (!isExactInteger(left) || !isExactInteger(right)) {
    const result = computeDoubles(operator, Number(left), Number(right));
    return Number.isFinite(result) ? result : undefined;
  }
  return shorten(computeIntegers(operator, BigInt(left), BigInt(right)));
}

/** The sum with all digits, where all are integers. Undefined where it is beyond all bounds. */
export function sumOf(numbers: readonly ExactNumber[]): ExactNumber | undefined {
  let sum: ExactNumber = 0;
  for (const number of numbers) {
    const next: ExactNumber | undefined = compute('+', sum, number);
    if (next === undefined) return undefined;
    sum = next;
  }
  return sum;
}

/** Negative, zero or positive, as the first is less, equal or greater; exact for long integers too. */
export function compareNumbers(left: ExactNumber, right: ExactNumber): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A double beyond 2^53 stands for a range of integers: its digits are not more than that. */
function isExactInteger(value: ExactNumber): boolean {
  return typeof value === 'bigint' || Number.isSafeInteger(value);
}

function shorten(value: bigint | number | undefined): ExactNumber | undefined {
  if (typeof value !== 'bigint') return value;
  if (value >= limit || value <= -limit) return undefined;
  const short = Number(value);
  return Number.isSafeInteger(short) ? short : value;
}

function computeDoubles(operator: Arithmetic, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '//':
      return Math.floor(left / right);
    case '%':
      return left % right;
  }
}

function computeIntegers(
  operator: Arithmetic,
  left: bigint,
  right: bigint,
): bigint | number | undefined {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/': {
      if (left % right === 0n) return left / right;
      const quotient = Number(left) / Number(right);
      return Number.isFinite(quotient) ? quotient : undefined;
    }
    case '//': {
      const isRoundedUp = left % right !== 0n && left < 0n !== right < 0n;
      return left / right - (isRoundedUp ? 1n : 0n);
    }
    case '%':
      return left % right;
  }
}
