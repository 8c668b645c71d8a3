import type { RunnerWindow } from './runner-window.js';

/** The host's side of the pipes to one runner. */
export interface RunnerWire {
  /** Bytes written that the runner has not taken yet. */
  readonly unreadBytes: number;
  write(parts: readonly Uint8Array[]): void;
  onceDrained(listener: () => void): void;
  pause(): void;
  resume(): void;
  /** Through which the runner may read. */
  readonly window?: Pick<RunnerWindow, 'show'>;
}
