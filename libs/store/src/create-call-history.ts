import type { CallHistory, Clock, Logger } from '@sluice/contracts';
import { createLineFiles } from './line-files.js';
import { printPastCall, readPastCall } from './past-call-text.js';
import { createSessionHash } from './session-hash.js';

/** What {@link createCallHistory} needs. */
export interface CallHistoryOptions {
  /** Folder of the history, absolute. Several processes may share it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A file this large is full. @default 2097152 */
  readonly maxFileBytes?: number;
  /** Files that are kept; with the default size about 80,000 calls. @default 8 */
  readonly maxFiles?: number;
}

/** Keeps past calls as JSON lines, without arguments, results and the ids of sessions. */
export function createCallHistory(options: CallHistoryOptions): CallHistory {
  const lines = createLineFiles({ ...options, name: 'calls', of: 'past calls' });
  const hashOf = createSessionHash();
  return {
    add: ({ sessionId, ...call }) =>
      lines.add(printPastCall({ ...call, session: hashOf(sessionId) })),
    read: () => lines.read(readPastCall),
    close: lines.close,
  };
}
