import type { Json } from '@sluice/contracts';

/** What a place in a value holds, over all elements of the arrays above it. */
export interface ValueSummary {
  /** Types other than plain arrays and objects: `string`, `null`, `bigint`, `Date` … */
  readonly kinds: Set<string>;
  array?: { shortest: number; longest: number; readonly items: ValueSummary };
  object?: {
    /** Objects seen here. */
    count: number;
    /** In the order of their first appearance. */
    readonly keys: Map<string, { count: number; readonly summary: ValueSummary }>;
    /** Keys beyond `keys`: of one object exactly, of several at least. */
    unseenKeys: number;
  };
}

/** Values looked at before the summary stops: under a second's work, far beyond what a person reads. */
const maxVisits = 2_000_000;

/** Distinct keys told apart in one place; a table with more is a map, not a record. */
const maxKeys = 64;

/** Levels looked into; deeper values count as `…`. */
const maxDepth = 6;

/** Tags of wire values are names of types: `{"$type":"Date",…}`. */
const typeName = /^[A-Za-z][A-Za-z0-9]{0,39}$/;

/** Sums a value up; `isWhole` is false when it was too large to be looked at in full. */
export function summarize(value: Json): {
  readonly summary: ValueSummary;
  readonly isWhole: boolean;
} {
  const summary = empty();
  let visits = 0;
  const visit = (part: Json, into: ValueSummary, depth: number): void => {
    visits += 1;
    if (visits > maxVisits) return;
    if (Array.isArray(part)) visitArray(part, into, depth);
    else if (typeof part === 'object' && part !== null) {
      const record = part as { readonly [key: string]: Json };
      const tag = Object.hasOwn(record, '$type') ? record['$type'] : undefined;
      if (typeof tag === 'string' && typeName.test(tag)) into.kinds.add(tag);
      else visitObject(record, into, depth);
    } else into.kinds.add(part === null ? 'null' : typeof part);
  };
  const visitArray = (part: readonly Json[], into: ValueSummary, depth: number) => {
    const length = part.length;
    into.array ??= { shortest: length, longest: length, items: empty() };
    into.array.shortest = Math.min(into.array.shortest, length);
    into.array.longest = Math.max(into.array.longest, length);
    if (depth >= maxDepth) return;
    for (const item of part) {
      if (visits > maxVisits) return;
      visit(item, into.array.items, depth + 1);
    }
  };
  const visitObject = (
    part: { readonly [key: string]: Json },
    into: ValueSummary,
    depth: number,
  ) => {
    into.object ??= { count: 0, keys: new Map(), unseenKeys: 0 };
    into.object.count += 1;
    let unseenKeys = 0;
    for (const key of Object.keys(part)) {
      let field = into.object.keys.get(key);
      if (field === undefined && into.object.keys.size < maxKeys) {
        field = { count: 0, summary: empty() };
        into.object.keys.set(key, field);
      }
      if (field === undefined) {
        unseenKeys += 1;
        continue;
      }
      field.count += 1;
      if (depth < maxDepth) visit(part[key] ?? null, field.summary, depth + 1);
    }
    into.object.unseenKeys = Math.max(into.object.unseenKeys, unseenKeys);
  };
  visit(value, summary, 0);
  return { summary, isWhole: visits <= maxVisits };
}

function empty(): ValueSummary {
  return { kinds: new Set() };
}
