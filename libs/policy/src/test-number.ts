import type { Truth } from './truth.js';

/** Ends of a range, both included. */
export interface NumberRange {
  readonly min: number | bigint | undefined;
  readonly max: number | bigint | undefined;
}

/**
 * Whether a value is a number in a range. Numbers are compared with all their digits. A text that
 * reads as a number is compared too, but never certainly in; anything else is unclear.
 */
export function testNumber(range: NumberRange, value: string | number | bigint | boolean): Truth {
  if (typeof value === 'boolean') return 'unclear';
  const number = typeof value === 'string' ? numberOf(value) : value;
  if (number === undefined || (typeof number === 'number' && !Number.isFinite(number)))
    return 'unclear';
  const isIn =
    (range.min === undefined || number >= range.min) &&
    (range.max === undefined || number <= range.max);
  if (!isIn) return 'no';
  return typeof value === 'string' ? 'unclear' : 'yes';
}

/** What RFC 8259 takes for a number. Other spellings (`0x10`, `1_000`, `010`) are read differently here and there. */
function numberOf(text: string): number | bigint | undefined {
  if (text.length > maxDigits) return undefined;
  const [whole, digits] = jsonNumber.exec(text.trim()) ?? [];
  if (whole === undefined) return undefined;
  return digits === undefined ? Number(whole) : BigInt(digits);
}

const maxDigits = 400;
const jsonNumber = /^(?:(-?(?:0|[1-9]\d*))|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;
