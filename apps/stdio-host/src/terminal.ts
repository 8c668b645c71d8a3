/** The streams and facts of the process a verb talks through; handed in, so that verbs can be tested. */
export interface Terminal {
  readonly input: NodeJS.ReadStream | NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Writes one line on stderr. */
  note(line: string): void;
  /**
   * Shows one passing line on stderr in place of the one before; undefined takes it away. Absent where stderr is no
   * terminal.
   */
  progress?(line: string | undefined): void;
  /** Writes a text and a newline on stdout; only verbs other than `serve` do. */
  print(text: string): void;
  /** Has SIGHUP call this from here on, in place of ending the verb; for one that runs as a service. */
  onHangUp?(listener: () => void): void;
  /** Aborted by SIGINT, SIGTERM or SIGHUP. */
  readonly interrupted: AbortSignal;
}
