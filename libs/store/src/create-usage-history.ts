import type { Clock, Logger, PastUsage, UsageHistory } from '@sluice/contracts';
import { parseJson, printJson } from '@sluice/json-text';
import { jsonFields } from './json-fields.js';
import { createLineFiles } from './line-files.js';
import { createSessionHash } from './session-hash.js';

/** What {@link createUsageHistory} needs. */
export interface UsageHistoryOptions {
  /** Absolute. Several processes may share it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A file this large is full. @default 2097152 */
  readonly maxFileBytes?: number;
  /** Files that are kept: with the default size about 80,000 runs. @default 8 */
  readonly maxFiles?: number;
}

/** Keeps what each run moved as JSON lines: sizes and counts alone. */
export function createUsageHistory(options: UsageHistoryOptions): UsageHistory {
  const lines = createLineFiles({ ...options, name: 'usage', of: 'what runs moved' });
  const hashOf = createSessionHash();
  return {
    add({ sessionId, at, ...usage }) {
      const session = hashOf(sessionId);
      lines.add(`${printJson({ at: new Date(at).toISOString(), session, ...usage })}\n`);
    },
    read: () => lines.read(readUsage),
    close: lines.close,
  };
}

function readUsage(line: string): PastUsage {
  const fields = jsonFields(parseJson(line));
  return {
    at: fields.time('at'),
    session: fields.text('session'),
    runId: fields.text('runId'),
    source: fields.text('source'),
    calls: fields.wholeNumber('calls'),
    directBytes: fields.wholeNumber('directBytes'),
    contextBytes: fields.wholeNumber('contextBytes'),
  };
}
