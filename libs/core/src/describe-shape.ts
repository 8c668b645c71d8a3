import type { Json } from '@sluice/contracts';
import { summarize } from './summarize-value.js';
import type { ValueSummary } from './summarize-value.js';

/** Longest shape, in UTF-16 code units: with it an envelope takes 600 bytes, beside its preview. */
const maxLength = 350;

/** How much of a shape is told; the first that fits is taken. */
const levels = [
  { depth: 5, keys: 24 },
  { depth: 4, keys: 16 },
  { depth: 3, keys: 12 },
  { depth: 2, keys: 8 },
  { depth: 1, keys: 6 },
  { depth: 0, keys: 0 },
] as const;

interface Level {
  readonly depth: number;
  readonly keys: number;
}

/**
 * The shape of a value on one line of at most 350 characters, with counts. What is left out is
 * counted or marked with `…`; a key that not every element has is marked `?`.
 *
 * @example describeShape({ customers: [{ id: 'a', revenue: 1 }] })
 * // '{ customers: Array(1) of { id: string, revenue: number } }'
 */
export function describeShape(value: Json): string {
  const { summary, isWhole } = summarize(value);
  const suffix = isWhole ? '' : ' (not all of it was looked at)';
  for (const level of levels) {
    const text = print(summary, level) + suffix;
    if (text.length <= maxLength) return text;
  }
  return `JSON${suffix}`;
}

function print(summary: ValueSummary, level: Level): string {
  const parts = [
    ...summary.kinds,
    ...(summary.array === undefined ? [] : [printArray(summary.array, level)]),
    ...(summary.object === undefined ? [] : [printObject(summary.object, level)]),
  ];
  return parts.length === 0 ? '…' : parts.join(' | ');
}

function printArray(array: NonNullable<ValueSummary['array']>, level: Level): string {
  const { shortest, longest, items } = array;
  const length = shortest === longest ? String(longest) : `${shortest} to ${longest}`;
  if (longest === 0) return `Array(${length})`;
  if (level.depth === 0) return `Array(${length}) of …`;
  const item = print(items, { ...level, depth: level.depth - 1 });
  return `Array(${length}) of ${item.includes(' | ') ? `(${item})` : item}`;
}

function printObject(object: NonNullable<ValueSummary['object']>, level: Level): string {
  const total = object.keys.size + object.unseenKeys;
  if (total === 0) return '{}';
  if (level.depth === 0) return `{ … ${total} ${total === 1 ? 'key' : 'keys'} }`;
  const shown = [...object.keys].slice(0, level.keys).map(([key, field]) => {
    const mark = field.count < object.count ? '?' : '';
    return `${printKey(key)}${mark}: ${print(field.summary, { ...level, depth: level.depth - 1 })}`;
  });
  const more = total - shown.length;
  if (more > 0) shown.push(`… ${more} more ${more === 1 ? 'key' : 'keys'}`);
  return `{ ${shown.join(', ')} }`;
}

function printKey(key: string): string {
  if (/^[A-Za-z_$][\w$]{0,63}$/.test(key)) return key;
  const shown = key.length > 64 ? `${key.slice(0, 64)}…` : key;
  // Line separators are legal in JSON strings, and would break the one line.
  return JSON.stringify(shown).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
