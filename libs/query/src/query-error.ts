/** What an expression, or the value it is applied to, is not good for. */
export class QueryError extends Error {
  /**
   * @param kind `syntax`: it cannot be read; `value`: it does not fit the value; `size`: it makes too much
   * @param message the end of a sentence: `unexpected "-"`
   * @param at where in the expression, counted from 0 in UTF-16 code units
   * @param hint what to write instead
   * @param member whose expression it is, where there are several
   */
  constructor(
    readonly kind: 'syntax' | 'value' | 'size',
    message: string,
    readonly at: number,
    readonly hint?: string,
    readonly member?: string,
  ) {
    super(message);
  }

  /** The same, of the expression of one member. */
  of(member: string): QueryError {
    return new QueryError(this.kind, this.message, this.at, this.hint, member);
  }
}
