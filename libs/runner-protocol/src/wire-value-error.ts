/** A value cannot be carried between program and host. Thrown by the encoder, with the place in the value. */
export class WireValueError extends Error {
  // A name that programs know; `code` tells it apart.
  override readonly name = 'TypeError';
  readonly code: 'VALUE_UNSUPPORTED' | 'RESULT_TOO_LARGE';
  readonly hint: string | undefined;

  constructor(
    message: string,
    options: {
      readonly code?: 'VALUE_UNSUPPORTED' | 'RESULT_TOO_LARGE';
      readonly hint?: string | undefined;
    } = {},
  ) {
    super(message);
    this.code = options.code ?? 'VALUE_UNSUPPORTED';
    this.hint = options.hint;
  }
}
