/** In a posting: the term stands in the tool's name. */
export const IN_NAME = 1;
/** In a posting: the term stands in the name, the server, the title or the description. */
export const IN_MAIN = 2;
/** Bits of a posting that are not its document. */
export const FLAG_BITS = 2;

/** Postings of a term's first region; regions double when they are full. */
const FIRST_CAPACITY = 4;

/**
 * For each term the documents that hold it, each with a weight: all in two typed arrays, each term's
 * postings side by side. Regions are powers of two and are used again once they were left.
 */
export interface PostingLists {
  /** Document number shifted by {@link FLAG_BITS}, and flags. Another array after each `add`. */
  readonly documents: Int32Array;
  /** How much the term counts in that document. Another array after each `add`. */
  readonly weights: Float32Array;
  /** Where a term's postings start. */
  startOf(term: number): number;
  /** How many documents hold a term. */
  countOf(term: number): number;
  /** Adds a posting. A document is added once to a term. */
  add(term: number, document: number, flags: number, weight: number): void;
  /** Drops the postings of all documents whose entry is not 0: one pass over everything. */
  removeAll(isGone: Uint8Array): void;
}

/** Empty posting lists. */
export function createPostingLists(): PostingLists {
  let documents = new Int32Array(1 << 12);
  let weights = new Float32Array(1 << 12);
  let used = 0;
  let starts = new Int32Array(1 << 10);
  let counts = new Int32Array(1 << 10);
  let capacities = new Int32Array(1 << 10);
  let terms = 0;
  /** By capacity: starts of regions that were left. */
  const left = new Map<number, number[]>();

  const allocate = (capacity: number): number => {
    const free = left.get(capacity)?.pop();
    if (free !== undefined) return free;
    const start = used;
    used += capacity;
    if (used > documents.length) {
      documents = grown(documents, used);
      weights = grown(weights, used);
    }
    return start;
  };
  const release = (start: number, capacity: number) => {
    const free = left.get(capacity);
    if (free === undefined) left.set(capacity, [start]);
    else free.push(start);
  };
  const makeRoom = (term: number) => {
    const capacity = capacities[term] ?? 0;
    const count = counts[term] ?? 0;
    if (count < capacity) return;
    const larger = capacity === 0 ? FIRST_CAPACITY : capacity * 2;
    const start = allocate(larger);
    if (capacity > 0) {
      const old = starts[term] ?? 0;
      documents.copyWithin(start, old, old + count);
      weights.copyWithin(start, old, old + count);
      release(old, capacity);
    }
    starts[term] = start;
    capacities[term] = larger;
  };

  return {
    get documents() {
      return documents;
    },
    get weights() {
      return weights;
    },
    startOf: (term) => starts[term] ?? 0,
    countOf: (term) => counts[term] ?? 0,
    add(term, document, flags, weight) {
      if (term >= starts.length) {
        starts = grown(starts, term + 1);
        counts = grown(counts, term + 1);
        capacities = grown(capacities, term + 1);
      }
      terms = Math.max(terms, term + 1);
      makeRoom(term);
      const at = (starts[term] ?? 0) + (counts[term] ?? 0);
      documents[at] = (document << FLAG_BITS) | flags;
      weights[at] = weight;
      counts[term] = (counts[term] ?? 0) + 1;
    },
    removeAll(isGone) {
      for (let term = 0; term < terms; term++) {
        const start = starts[term] ?? 0;
        const end = start + (counts[term] ?? 0);
        let kept = start;
        for (let at = start; at < end; at++) {
          const posting = documents[at] ?? 0;
          if (isGone[posting >> FLAG_BITS] === 1) continue;
          documents[kept] = posting;
          weights[kept] = weights[at] ?? 0;
          kept += 1;
        }
        counts[term] = kept - start;
      }
    },
  };
}

/** A copy with room for so many entries and half as many more. */
function grown<T extends Int32Array | Float32Array>(array: T, length: number): T {
  const larger = new (array.constructor as new (length: number) => T)(
    Math.ceil(Math.max(length, array.length) * 1.5),
  );
  larger.set(array);
  return larger;
}
