import type { Position, StaticValue } from '@sluice/contracts';

/** Where in the text the part of a static value stands that a path leads to: as far as it is known. */
export function positionAt(value: StaticValue, path: readonly (string | number)[]): Position {
  let current = value;
  for (const key of path) {
    const next: StaticValue | undefined =
      current.kind === 'object'
        ? current.members.find(({ name }) => name === key)?.value
        : current.kind === 'array'
          ? current.elements[Number(key)]
          : undefined;
    if (next === undefined) break;
    current = next;
  }
  return current.position;
}
