import { intrinsics } from '@sluice/runner-protocol';
import { inspect, toNumber, trunc } from './built-ins.js';

const { regExpExec, stringIndexOf, stringSlice, toText } = intrinsics;

/** How values look in the log: as Deno's console shows them, bounded in depth and length. */
const options: Deno.InspectOptions = {
  depth: 4,
  iterableLimit: 100,
  strAbbreviateSize: 10_000,
  colors: false,
};

/** A value as the console shows it. Never throws, whatever the value does. */
export function showValue(value: unknown, depth?: number): string {
  try {
    return inspect(value, depth === undefined ? options : { ...options, depth });
  } catch {
    return '[a value that cannot be shown]';
  }
}

/**
 * The text of one console call: `%s %d %i %f %j %o %O %c %%` in a first text, all else shown and
 * joined by spaces (the WHATWG console standard's formatter).
 */
export function formatLog(values: readonly unknown[]): string {
  const first = values[0];
  let text = '';
  let next = 0;
  if (typeof first === 'string' && values.length > 1 && stringIndexOf(first, '%') >= 0) {
    next = 1;
    let from = 0;
    for (let at = stringIndexOf(first, '%'); at >= 0; at = stringIndexOf(first, '%', at)) {
      const code = stringSlice(first, at + 1, at + 2);
      text += stringSlice(first, from, at);
      const isEscape = code === '%';
      const isKnown =
        isEscape || (next < values.length && regExpExec(/^[sdifjoOc]$/, code) !== null);
      if (isEscape) text += '%';
      else if (isKnown) text += substitute(code, values[next++]);
      else text += `%${code}`;
      at += 2;
      from = at;
      if (from > first.length) from = first.length;
    }
    text += stringSlice(first, from);
  }
  for (let index = next; index < values.length; index += 1) {
    const value = values[index];
    text += `${index > 0 ? ' ' : ''}${typeof value === 'string' ? value : showValue(value)}`;
  }
  return text;
}

function substitute(code: string, value: unknown): string {
  switch (code) {
    case 's':
      return typeof value === 'string' ? value : showValue(value);
    case 'd':
    case 'i':
    case 'f':
      return substituteNumber(code, value);
    case 'c':
      return '';
    default:
      return showValue(value);
  }
}

function substituteNumber(code: string, value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'number' && typeof value !== 'string') return 'NaN';
  const number = toNumber(value);
  return toText(code === 'i' ? trunc(number) : number);
}
