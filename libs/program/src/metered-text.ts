import type { Effort } from './effort.js';

/**
 * A text for the parser that counts how often it is read and ends the parse when the effort is spent.
 * The parser tries several readings of some texts and tries again inside each: nested
 * generic calls with arrow functions double its work per level, and 160 characters kept it busy for
 * 42 s (measured with @babel/parser 7.29.15). It offers no limit or callback of its own, but reads
 * each character through `charCodeAt` of the object it was given.
 */
export class MeteredText extends String {
  readonly #text: string;
  readonly #effort: Effort;
  #nextLineEnd = -1;

  constructor(text: string, effort: Effort) {
    super(text);
    this.#text = text;
    this.#effort = effort;
  }

  override charCodeAt(index: number): number {
    this.#effort.spend(1);
    return this.#text.charCodeAt(index);
  }

  /** After each block comment the parser looks for the next line end, however far away it is. */
  override indexOf(search: string, from = 0): number {
    if (this.#nextLineEnd < from) {
      const found = this.#text.indexOf('\n', from);
      this.#nextLineEnd = found < 0 ? this.#text.length : found;
    }
    this.#effort.spend(Math.floor((this.#nextLineEnd - from) / searchedPerRead));
    return this.#text.indexOf(search, from);
  }

  override toString(): string {
    return this.#text;
  }
}

/** Characters that a search passes in the time of one read. */
const searchedPerRead = 128;
