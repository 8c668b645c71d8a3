/** Time, handed in so that tests can hold it. */
export interface Clock {
  /** Milliseconds since 1970, for what people read. */
  now(): number;
  /** Milliseconds that never run backwards, for durations. */
  monotonic(): number;
  /** Calls `task` once after `delayMs`; the returned function cancels. Does not keep the process alive. */
  schedule(delayMs: number, task: () => void): () => void;
  /** Settles once whatever waits to be served has had a turn: for long work that is done in pieces. */
  pause(): Promise<void>;
}
