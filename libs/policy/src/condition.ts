import type { LinearRegex } from '@sluice/linear-regex';
import type { ArgumentCondition } from '@sluice/contracts';
import type { Glob } from './glob.js';

/** A condition on one argument, ready to test. */
export interface CompiledCondition {
  /** As it was written: `args.path.to.field`. */
  readonly path: string;
  /** The keys after `args`. */
  readonly keys: readonly string[];
  readonly source: ArgumentCondition;
  readonly test: FieldTest;
}

/** What a field must be. `any`: at least one of the tests holds for its value. */
export type FieldTest =
  | { readonly kind: 'present'; readonly wanted: boolean }
  | { readonly kind: 'any'; readonly tests: readonly ValueTest[] };

/**
 * What one value must be. `isCautious` in a deny or ask rule: whether it is possible is looked for, and
 * in an allow rule whether it is certain. `isPath`: the pattern has a `/`, so that what it is held
 * against may be a path, which systems read in more than one spelling.
 */
export type ValueTest =
  | {
      readonly kind: 'glob';
      readonly glob: Glob;
      readonly isCautious: boolean;
      readonly isPath: boolean;
    }
  | {
      readonly kind: 'regex';
      readonly exact: LinearRegex;
      readonly wide: LinearRegex;
      readonly isCautious: boolean;
      readonly isPath: boolean;
    }
  | { readonly kind: 'flag'; readonly wanted: boolean }
  /** A single number is a range from itself to itself. */
  | {
      readonly kind: 'range';
      readonly min: number | bigint | undefined;
      readonly max: number | bigint | undefined;
    };
