import type { Json } from '@sluice/contracts';
import { codePoints } from './code-points.js';
import { foldCase } from './fold-case.js';
import { isAscii } from './is-ascii.js';

/**
 * The arguments of one call while a decision looks at them: bounds the work whatever a program sends,
 * and does no part of it twice.
 */
export interface Inspection {
  readonly args: Json;
  /**
   * Takes units of work, about 10 ns each at the worst; false once they are used up, and from then on.
   * What cannot be looked at any more is unclear.
   */
  spend(units: number): boolean;
  /** The code points of a text; undefined when that would be too much work. */
  exact(text: string): readonly number[] | undefined;
  /** The spellings that a cautious rule compares; undefined when that would be too much work. */
  folded(text: string): FoldedText | undefined;
  /** What `make` returns, made once for each key. */
  once<Value extends object>(key: string, make: () => Value): Value;
}

/** The spellings of {@link foldCase}, as expressions and as globs are compared with them. */
export interface FoldedText {
  readonly spellings: readonly string[];
  readonly points: readonly (readonly number[])[];
}

/** Work of one decision: about 100 ms of the processor at the worst, measured with tools/bench/policy.mjs. */
const maxUnits = 10_000_000;

/** For one character, at the worst. */
const readUnits = 10;
const foldUnits = 300;

/** Texts that are kept; a list of a million must not become a map of a million. */
const maxKept = 64;

/** Opens the arguments of one call. */
export function inspect(args: Json): Inspection {
  let left = maxUnits;
  const spend = (units: number) => {
    left -= units;
    return left >= 0;
  };
  const made = new Map<string, object>();
  return {
    args,
    spend,
    exact: keep((text) => (spend(text.length * readUnits) ? codePoints(text) : undefined)),
    folded: keep((text) => {
      if (!spend(text.length * (isAscii(text) ? readUnits : foldUnits))) return undefined;
      const spellings = foldCase(text);
      return { spellings, points: spellings.map(codePoints) };
    }),
    once<Value extends object>(key: string, make: () => Value) {
      const known = made.get(key);
      if (known !== undefined) return known as Value;
      const value = make();
      made.set(key, value);
      return value;
    },
  };
}

function keep<Value>(read: (text: string) => Value | undefined) {
  const kept = new Map<string, Value>();
  return (text: string) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const value = read(text);
    if (value !== undefined && kept.size < maxKept) kept.set(text, value);
    return value;
  };
}
