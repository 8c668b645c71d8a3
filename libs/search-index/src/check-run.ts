import { isOpen, UnknownValue } from './unknown-value.js';

/** One thing that is wrong with a value, told only where it is shown: most are found and dropped while variants are tried. */
export interface Fault {
  readonly kind: 'type' | 'value' | 'missing' | 'extra' | 'other';
  readonly path: readonly (string | number)[];
  /** What is wrong as the end of a sentence, and the nearest valid value where there is one. */
  readonly say: () => FaultText;
}

/** A {@link Fault} in words. */
export interface FaultText {
  readonly text: string;
  readonly nearest?: string;
}

/** A compiled part of a schema: notes what is wrong with a value. */
export type Check = (value: unknown, run: CheckRun) => void;

/** Schemas that one call's arguments are held against before the rest is let pass: about 5 ms. */
const MAX_STEPS = 50_000;
/** Schemas within schemas, so that no value and no reference can exhaust the stack. */
const MAX_DEPTH = 128;
/** Instructions times characters of all patterns of one call: 75 ms at the very worst, mostly a thousandth of that. */
const MAX_MATCHING = 500_000;
/** Faults of one level that are kept. */
const MAX_FAULTS = 40;

/** One value being checked: where it stands, what was found, and how much work is left. */
export class CheckRun {
  faults: Fault[] = [];
  readonly path: (string | number)[] = [];
  /** Counts what was let pass because it is not known to be wrong; nothing may be concluded from that. */
  doubts = 0;
  private steps = MAX_STEPS;
  private matching = MAX_MATCHING;
  private depth = 0;

  /** Whether the work ran out: then nothing that was found counts. */
  get isExhausted(): boolean {
    return this.steps <= 0;
  }

  /** Goes one schema deeper. */
  enter(check: Check, value: unknown): void {
    if (--this.steps <= 0 || this.depth >= MAX_DEPTH) {
      this.doubts += 1;
      return;
    }
    // Of what is not known, nothing may be concluded but what is noted.
    if (value instanceof UnknownValue || (typeof value === 'object' && value && isOpen(value)))
      this.doubts += 1;
    this.depth += 1;
    check(value, this);
    this.depth -= 1;
  }

  /** The same for a member or an element. */
  enterAt(key: string | number, check: Check, value: unknown): void {
    this.path.push(key);
    this.enter(check, value);
    this.path.pop();
  }

  /** What a check finds, without noting it. */
  probe(check: Check, value: unknown): readonly Fault[] {
    const kept = this.faults;
    this.faults = [];
    this.enter(check, value);
    const found = this.faults;
    this.faults = kept;
    return found;
  }

  note(kind: Fault['kind'], say: () => FaultText, key?: string): void {
    if (this.faults.length >= MAX_FAULTS) return;
    this.faults.push({ kind, path: key === undefined ? [...this.path] : [...this.path, key], say });
  }

  /** Whether a match of this size may still be made. */
  mayMatch(size: number): boolean {
    this.matching -= size;
    if (this.matching >= 0) return true;
    this.doubts += 1;
    return false;
  }
}
