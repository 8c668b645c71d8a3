/** Thrown by a {@link MeteredText} that was read too often. */
export class ReadLimitError extends Error {
  override readonly name = 'ReadLimitError';
}

/**
 * A text for the parser that counts how often it is read and ends the parse when that is out of
 * proportion. The parser tries several readings of some texts and tries again inside each: nested
 * generic calls with arrow functions double its work per level, and 160 characters kept it busy for
 * 42 s (measured with @babel/parser 7.29.15). It offers no limit or callback of its own, but reads
 * each character through `charCodeAt` of the object it was given.
 */
export class MeteredText extends String {
  readonly #text: string;
  #readsLeft: number;
  #nextLineEnd = -1;

  constructor(text: string) {
    super(text);
    this.#text = text;
    this.#readsLeft = freeReads + readsPerCharacter * text.length;
  }

  override charCodeAt(index: number): number {
    this.#spend(1);
    return this.#text.charCodeAt(index);
  }

  /** After each block comment the parser looks for the next line end, however far away it is. */
  override indexOf(search: string, from = 0): number {
    if (this.#nextLineEnd < from) {
      const found = this.#text.indexOf('\n', from);
      this.#nextLineEnd = found < 0 ? this.#text.length : found;
    }
    this.#spend(Math.floor((this.#nextLineEnd - from) / searchedPerRead));
    return this.#text.indexOf(search, from);
  }

  override toString(): string {
    return this.#text;
  }

  #spend(reads: number): void {
    this.#readsLeft -= reads;
    if (this.#readsLeft < 0) throw new ReadLimitError('The text was read too often');
  }
}

/** Ordinary programs need one to three reads per character; one read takes about a microsecond. */
const readsPerCharacter = 16;
const freeReads = 100_000;
/** Characters that a search passes in the time of one read. */
const searchedPerRead = 128;
