/** What one run, or one call past programs, moved; sizes in bytes of UTF-8. */
export interface Usage {
  readonly runId: string;
  /** What made it: `run_code`, `pipe_result`, `direct`. */
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Nested calls that were sent. */
  readonly calls: number;
  /** Their arguments and results: what direct calls would have put into the context. */
  readonly directBytes: number;
  /** What went into the context instead: the program, its data, the answer. */
  readonly contextBytes: number;
}

/** One that was kept for the operator. */
export interface PastUsage extends Usage {
  /** The same for all of one session, and nothing that leads back to it. */
  readonly session: string;
}

/** Remembers usage across processes, for `sluice stats`. Implemented by `store`. */
export interface UsageHistory {
  /** Never throws and never waits. */
  add(usage: Usage & { readonly sessionId: string }): void;
  /** All that is kept, oldest first. */
  read(): Promise<readonly PastUsage[]>;
  /** Writes what was added. Idempotent. */
  close(): Promise<void>;
}
