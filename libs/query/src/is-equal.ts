import { isNumber } from './exact-numbers.js';
import { isList, isRecord } from './value-kinds.js';
import type { Value } from './value-kinds.js';

/**
 * Whether two values are the same all the way down. Numbers are compared by what they are worth, not
 * by how they were written: `1` and `1.0`, and an integer and the double of the same size, are equal.
 */
export function isEqual(left: Value, right: Value, countStep: () => void): boolean {
  countStep();
  if (left === right) return true;
  if (isNumber(left) && isNumber(right)) return !(left < right) && !(left > right);
  if (isList(left))
    return (
      isList(right) &&
      left.length === right.length &&
      left.every((item, index) => isEqual(item, right[index] ?? null, countStep))
    );
  if (!isRecord(left) || !isRecord(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) =>
        Object.hasOwn(right, key) && isEqual(left[key] ?? null, right[key] ?? null, countStep),
    )
  );
}
