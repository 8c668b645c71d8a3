import { editDistance } from '@sluice/contracts';

/** A word of fewer letters is not taken for another: too many are one letter away. */
const MIN_CORRECTED_LENGTH = 4;
/** From so many letters on two slips are forgiven. */
const TWO_SLIPS_LENGTH = 8;

/** The terms of an index, numbered in the order in which they came. */
export interface Vocabulary {
  readonly size: number;
  /** Number of a term, a new one where it is new. */
  add(term: string): number;
  /** Number of a term; undefined for one that never came. */
  numberOf(term: string): number | undefined;
  textOf(term: number): string;
  /** Terms that begin with a text, at most so many. */
  startingWith(text: string, limit: number): readonly number[];
  /**
   * Terms one slip of the pen away (two in long words, close together) that begin with the same
   * letter, nearest first and then by spelling.
   */
  near(text: string): readonly number[];
}

/** An empty vocabulary. */
export function createVocabulary(): Vocabulary {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  let sorted: string[] = [];
  const inOrder = () => {
    if (sorted.length < texts.length) {
      const fresh = texts.slice(sorted.length).sort();
      sorted = sorted.length === 0 ? fresh : merged(sorted, fresh);
    }
    return sorted;
  };
  const numberOf = (term: string) => numbers.get(term);
  const known = (terms: readonly string[]) =>
    terms.map(numberOf).filter((term) => term !== undefined);

  return {
    get size() {
      return texts.length;
    },
    add(term) {
      const known = numbers.get(term);
      if (known !== undefined) return known;
      numbers.set(term, texts.length);
      return texts.push(term) - 1;
    },
    numberOf,
    textOf: (term) => texts[term] ?? '',
    startingWith(text, limit) {
      const all = inOrder();
      const found: string[] = [];
      for (let at = firstFrom(all, text); found.length < limit; at++) {
        const term = all[at];
        if (term?.startsWith(text) !== true) break;
        found.push(term);
      }
      return known(found);
    },
    near(text) {
      if (text.length < MIN_CORRECTED_LENGTH) return [];
      const slips = text.length < TWO_SLIPS_LENGTH ? 1 : 2;
      const all = inOrder();
      const first = text.slice(0, 1);
      const found: { readonly term: string; readonly distance: number }[] = [];
      for (let at = firstFrom(all, first); at < all.length; at++) {
        const term = all[at];
        if (term?.startsWith(first) !== true) break;
        if (!mayBeNear(text, term, slips)) continue;
        const distance = editDistance(text, term);
        if (distance <= slips) found.push({ term, distance });
      }
      found.sort((a, b) => a.distance - b.distance || (a.term < b.term ? -1 : 1));
      return known(found.map(({ term }) => term));
    },
  };
}

/** Whether all but a few letters in the middle are the same: cheap, and rules out nearly all. */
function mayBeNear(left: string, right: string, slips: number): boolean {
  if (Math.abs(left.length - right.length) > slips) return false;
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left.charCodeAt(head) === right.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < shorter - head &&
    left.charCodeAt(left.length - 1 - tail) === right.charCodeAt(right.length - 1 - tail)
  )
    tail += 1;
  return head + tail >= Math.max(left.length, right.length) - 3 * slips + 1;
}

/** Position of the first text that is not before the given one. */
function firstFrom(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function merged(left: readonly string[], right: readonly string[]): string[] {
  const all: string[] = [];
  let next = 0;
  for (const text of left) {
    for (let other = right[next]; other !== undefined && other < text; other = right[++next])
      all.push(other);
    all.push(text);
  }
  return all.concat(right.slice(next));
}
