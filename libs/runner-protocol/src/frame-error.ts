/** The peer broke the framing. Its bytes cannot be read any further. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
  /** The message whose payload was too large, if that is what happened. */
  readonly tooLarge: string | undefined;

  constructor(message: string, options: { readonly tooLarge?: string } = {}) {
    super(message);
    this.tooLarge = options.tooLarge;
  }
}
