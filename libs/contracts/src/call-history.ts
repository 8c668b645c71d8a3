import type { PolicyAction } from './policy-rule.js';
import type { ToolId } from './tool.js';

/** One nested call as the gate decided it: neither its arguments nor its result. */
export interface PastCall {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The same for all calls of one session, and nothing that leads back to it. */
  readonly session: string;
  readonly toolId: ToolId;
  /** The id with the upstream's own name of the tool. */
  readonly rawId: ToolId;
  /** What the policy said; a person may have allowed what it left to `ask`. */
  readonly action: PolicyAction;
  /** The rule that decided, as a line; undefined where none matched. */
  readonly rule?: string;
}

/** Remembers what the gate decided, so that a changed policy can be tried on it. Implemented by `store`. */
export interface CallHistory {
  /** Never throws and never waits: a call is not held up by its record. */
  add(call: Omit<PastCall, 'session'> & { readonly sessionId: string }): void;
  /** All that is kept, oldest first. */
  read(): Promise<readonly PastCall[]>;
  /** Writes what was added. Idempotent. */
  close(): Promise<void>;
}
