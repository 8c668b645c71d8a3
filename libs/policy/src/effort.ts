/**
 * Bounds the work of one decision, whatever a program sends. A unit is about one step of a comparison
 * over a text.
 */
export interface Effort {
  /** Takes units; false once they are used up, and from then on. */
  spend(units: number): boolean;
}

/** Units of one decision: about 50 ms at the worst, measured with tools/bench/policy.mjs. */
const maxUnits = 10_000_000;

/** The effort that one decision may take. */
export function createEffort(): Effort {
  let left = maxUnits;
  return {
    spend(units) {
      left -= units;
      return left >= 0;
    },
  };
}
