import { createSessionApprovals } from './consent/session-approvals.js';
import type { SessionApprovals } from './consent/session-approvals.js';
import { createJournal } from './journal.js';
import type { Journal } from './journal.js';
import type { NestedResults } from './results/nested-results.js';
import { createSessionMeter } from './session-meter.js';
import type { SessionMeter } from './session-meter.js';
import { createSessionLogs } from './session-logs.js';
import type { SessionLogs } from './session-logs.js';

/** One downstream client's scope. */
export interface Session {
  readonly id: string;
  /** Its nested calls, numbered `#n` across all its runs. */
  readonly journal: Journal;
  readonly logs: SessionLogs;
  readonly meter: SessionMeter;
  /** It ends with one call: nobody can answer its questions in another place in time. */
  readonly isBrief: boolean;
  /** Several clients share it: nobody can say yes for the rest of it. */
  readonly isShared: boolean;
  /** Its client has started this process itself, on this machine, as this user. */
  readonly isLocal: boolean;
  /** What its nested calls gave, by their numbers. */
  readonly results: NestedResults;
  /** What a person allowed for the rest of it. */
  readonly approvals: SessionApprovals;
}

/** What {@link createSession} may be told. */
export interface SessionOptions {
  /** Log text kept of its programs, in bytes (`sandbox.maxLogBytes`). @default 1048576 */
  readonly maxLogBytes?: number;
  /** For one call only. @default false */
  readonly isBrief?: boolean;
  /** Clients that cannot be told apart are one session. @default false */
  readonly isShared?: boolean;
  /** The client has started this process itself. @default false */
  readonly isLocal?: boolean;
  /** Where results of nested calls are remembered. @default nowhere */
  readonly results?: NestedResults;
}

/**
 * Opens a session. All of it is in memory and ends with the object; results that are kept for it
 * end with `ResultStore.endSession(id)`.
 *
 * @param id unguessable where sessions of different people share a host
 */
export function createSession(id: string, options: SessionOptions = {}): Session {
  const { maxLogBytes = 1_048_576, isShared = false, isBrief = false, isLocal = false } = options;
  const { results = noResults } = options;
  return {
    id,
    isShared,
    isBrief,
    isLocal,
    journal: createJournal(),
    logs: createSessionLogs(maxLogBytes),
    meter: createSessionMeter(),
    results,
    approvals: createSessionApprovals(),
  };
}

const noResults: NestedResults = {
  remember: () => undefined,
  find: () => undefined,
  keep: () => undefined,
  release: () => undefined,
  clear: () => undefined,
};
