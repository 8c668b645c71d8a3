import type { StaticValue } from '@sluice/contracts';
import { markOpen, UnknownValue } from './unknown-value.js';

/** What a static value may rest on: only on what is sure, or also on what tools say of their results. */
export type StaticTrust = 'sure' | 'declared';

/** A static value as one that can be held against a schema: what is not known stands there as an {@link UnknownValue}. */
export function plainValue(value: StaticValue, trust: StaticTrust): unknown {
  switch (value.kind) {
    case 'literal':
      return value.value;
    case 'array':
      return value.elements.map((element) => plainValue(element, trust));
    case 'some':
      return new UnknownValue(value.isDeclared && trust === 'sure' ? [] : value.types);
    case 'object': {
      // Defined, not assigned: `__proto__` is a name like any other.
      const object = Object.fromEntries(
        value.members.map((member) => [member.name, plainValue(member.value, trust)]),
      );
      return value.isOpen ? markOpen(object) : object;
    }
  }
}
