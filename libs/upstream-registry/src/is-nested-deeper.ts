import type { Json } from '@sluice/contracts';

/** Whether a value nests deeper than `maxDepth` levels of objects and arrays. Looks no deeper than that. */
export function isNestedDeeper(value: Json, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (maxDepth === 0) return true;
  const items: readonly Json[] = Array.isArray(value) ? value : Object.values(value);
  return items.some((item) => isNestedDeeper(item, maxDepth - 1));
}
