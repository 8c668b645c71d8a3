import type { StoredResult } from './result-store.js';

/** A kept result as the operator sees it: whichever session has it. */
export interface ArchivedResult extends StoredResult {
  /** The same for all of one session, and nothing that leads back to it. */
  readonly session: string;
}

/**
 * The operator's view of what all sessions of all processes keep; no program and no client is ever handed it.
 * Implemented by `store`.
 */
export interface ResultArchive {
  /** What is kept and not expired, oldest first. */
  list(): Promise<readonly ArchivedResult[]>;
  /**
   * A result and the first bytes of it.
   * @throws SluiceError `RESULT_UNKNOWN`
   */
  read(
    ref: string,
    maxBytes: number,
  ): Promise<{ readonly result: ArchivedResult; readonly bytes: Uint8Array }>;
  /** Removes what is expired, and what killed processes left half done. */
  removeExpired(): Promise<RemovedResults>;
}

/** What was removed. */
export interface RemovedResults {
  readonly results: number;
  /** Bytes of them; what others share with them stays on disk. */
  readonly sizeBytes: number;
}
