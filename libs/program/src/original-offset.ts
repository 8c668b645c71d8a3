import type { TextOrigin } from '@sluice/contracts';

/** Numbers for one stretch of a {@link TextOrigin}. */
export const originStride = 3;

/**
 * Where the character at an offset of a text stood in the original. For an inserted character it is
 * where it was put in; for the place behind the text it is the one behind its last character.
 */
export function originalOffset(origin: TextOrigin, offset: number): number {
  const at = stretchAt(origin, offset);
  const [start = 0, originalStart = 0, runsOn = 0] = origin.subarray(at, at + originStride);
  return runsOn === 1 ? originalStart + offset - start : originalStart;
}

/** Index in the origin of the stretch that an offset of the text is in; the first where there is none. */
export function stretchAt(origin: TextOrigin, offset: number): number {
  let low = 0;
  let high = Math.max(origin.length / originStride - 1, 0);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((origin[middle * originStride] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low * originStride;
}
