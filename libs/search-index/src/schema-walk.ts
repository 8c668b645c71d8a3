import type { WrittenType } from './hoist-types.js';
import type { TypeLimits } from './type-limits.js';
import type { TypeText } from './type-text.js';

/** Turns one schema into a type, and remembers how far it has got. */
export interface SchemaWalk {
  readonly limits: TypeLimits;
  readonly notes: Set<string>;
  /** Object types by their text. */
  readonly written: Map<string, WrittenType>;
  /** @param wish what the type may be called */
  typeOf(schema: unknown, depth: number, wish: string): TypeText;
  /** The type of what stands within an object or an array: there, a type may name itself. */
  within(schema: unknown, depth: number, wish: string): TypeText;
  /** How often a type was named by now: a map of a named type is written otherwise. */
  namings(): number;
}
