import { atom, comment, unionOf, unknownType } from './type-text.js';
import type { TypeText } from './type-text.js';
import { quote } from './quote.js';

/** Longest string, in UTF-16 code units, that a type spells out. */
const MAX_STRING_LENGTH = 80;
/** All values of one enum together, in UTF-16 code units. */
const MAX_ENUM_LENGTH = 320;

/** The type of exactly one of the values; a long list shows its first ones and says how many there are. */
export function literalType(values: readonly unknown[], maxValues: number): TypeText {
  const shown: TypeText[] = [];
  let length = 0;
  for (const value of values) {
    const type = oneLiteral(value);
    length += type.text.length + 3;
    if (shown.length >= maxValues || (shown.length > 0 && length > MAX_ENUM_LENGTH)) break;
    shown.push(type);
  }
  if (shown.length === values.length) return unionOf(shown);
  const rest = [...new Set(values.slice(shown.length).map(widened))].sort().join(' | ');
  const known = unionOf(shown);
  if (known.isUnknown) return known;
  return { text: `${known.text} | ${rest}${comment(`${values.length} values`)}`, kind: 'union' };
}

function oneLiteral(value: unknown): TypeText {
  switch (typeof value) {
    case 'string':
      if (value.length <= MAX_STRING_LENGTH) return atom(quote(value));
      return atom(`string${comment(`${quote(value.slice(0, 40))}…`)}`);
    case 'bigint':
      return atom(`${value}n`);
    case 'number':
    case 'boolean':
      return atom(Number.isFinite(Number(value)) ? String(value) : 'number');
    default:
      if (value === null) return atom('null');
      return unknownType(Array.isArray(value) ? 'a fixed array' : 'a fixed object');
  }
}

function widened(value: unknown): string {
  if (value === null) return 'null';
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean' || type === 'bigint'
    ? type
    : 'unknown';
}
