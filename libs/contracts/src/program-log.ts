import type { LogEntry } from './run.js';

/** A console line of a program, as its session keeps it. */
export interface ProgramLogEntry extends LogEntry {
  readonly runId: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** One that was kept for the operator. */
export interface PastLogEntry extends ProgramLogEntry {
  /** The same for all of one session, and nothing that leads back to it. */
  readonly session: string;
}

/** Keeps what programs print, for `sluice logs`, also when a run or the process is killed. Implemented by `store`. */
export interface LogArchive {
  /** Never throws and never waits: a program is not held up by its log. */
  add(entry: ProgramLogEntry & { readonly sessionId: string }): void;
  /** All that is kept, oldest first. */
  read(): Promise<readonly PastLogEntry[]>;
  /** Forgets what is older, file by file. @returns bytes that were freed */
  removeBefore(time: number): Promise<number>;
  /** Writes what was added. Idempotent. */
  close(): Promise<void>;
}
