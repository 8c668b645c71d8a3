/** Thrown by an {@link Effort} that is spent. */
export class EffortSpentError extends Error {
  override readonly name = 'EffortSpentError';
}

/**
 * How much the parser may do for one program, in reads of a character, over all the ways in which its
 * text is tried. A read takes up to a microsecond.
 */
export class Effort {
  #readsLeft: number;

  constructor(reads: number) {
    this.#readsLeft = reads;
  }

  /** Whether something had to be given up. */
  get isSpent(): boolean {
    return this.#readsLeft < 0;
  }

  /** @throws EffortSpentError when there is no more, and from then on every time. */
  spend(reads: number): void {
    this.#readsLeft -= reads;
    if (this.#readsLeft < 0) throw new EffortSpentError('The text was read too often');
  }
}

/** What a text of this length may take. Ordinary programs need three to eight reads per character. */
export function fullEffort(length: number): Effort {
  return new Effort(100_000 + 24 * length);
}
