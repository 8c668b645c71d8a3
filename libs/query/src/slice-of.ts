import { isList } from './value-kinds.js';
import type { Value } from './value-kinds.js';

/** `[start:stop:step]` of a list, or of a text by its characters; null of anything else. */
export function sliceOf(
  value: Value,
  slice: {
    readonly start: number | undefined;
    readonly stop: number | undefined;
    readonly step: number | undefined;
  },
): Value {
  if (typeof value === 'string') return take([...value], slice).join('');
  return isList(value) ? take(value, slice) : null;
}

function take<Item>(
  items: readonly Item[],
  { start, stop, step = 1 }: Parameters<typeof sliceOf>[1],
): Item[] {
  const { length } = items;
  const lowest = step < 0 ? -1 : 0;
  const highest = step < 0 ? length - 1 : length;
  const clamp = (index: number) =>
    Math.min(Math.max(index < 0 ? index + length : index, lowest), highest);
  const from = start === undefined ? (step < 0 ? highest : lowest) : clamp(start);
  const to = stop === undefined ? (step < 0 ? lowest : highest) : clamp(stop);
  const taken: Item[] = [];
  for (let at = from; step < 0 ? at > to : at < to; at += step) taken.push(items[at] as Item);
  return taken;
}
