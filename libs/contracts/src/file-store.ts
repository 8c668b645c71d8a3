/** Keeps the files that programs save. Implemented by `store`. */
export interface FileStore {
  /**
   * Saves a file of one session, or replaces it whole: a reader sees the old or the new one. Names are
   * brought to Unicode's NFC first; saves of one session happen in the order in which they were asked for.
   *
   * @throws SluiceError `FILE_NAME` for a name that is not plain, or that differs from another in case alone,
   *   `FILE_TOO_LARGE` above `sandbox.maxFileBytes`, `FILE_QUOTA` when the session has too many files or
   *   bytes, `INTERNAL` when the disk fails.
   */
  save(sessionId: string, name: string, bytes: Uint8Array): Promise<SavedFile>;
  /**
   * Reads a file by its name or by the path that `save` gave.
   *
   * @throws SluiceError `FILE_UNKNOWN` when it is not this session's, expired, or no longer the file that
   *   was saved; `FILE_TOO_LARGE` when it grew beyond `sandbox.maxFileBytes`.
   */
  read(
    sessionId: string,
    nameOrPath: string,
  ): Promise<{ readonly file: SavedFile; readonly bytes: Uint8Array }>;
  /** Removes all files of a session. */
  endSession(sessionId: string): Promise<void>;
  /** Removes all files. Idempotent. */
  close(): Promise<void>;
}

/** A file of a session. */
export interface SavedFile {
  /** A plain file name in NFC. */
  readonly name: string;
  /** Where it is on this machine, absolute, for the human and for tools that read files. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly savedAt: number;
  readonly expiresAt: number;
}
