import type { Clock, LogArchive, Logger, PastLogEntry } from '@sluice/contracts';
import { parseJson, printJson } from '@sluice/json-text';
import { jsonFields } from './json-fields.js';
import { createLineFiles } from './line-files.js';
import { createSessionHash } from './session-hash.js';

/** What {@link createLogArchive} needs. */
export interface LogArchiveOptions {
  /** Absolute. Several processes may share it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A file this large is full. @default 2097152 */
  readonly maxFileBytes?: number;
  /** Files that are kept: with the default size 16 MiB of log text. @default 8 */
  readonly maxFiles?: number;
}

/** Keeps console lines of programs as JSON lines, half a second after they were printed. */
export function createLogArchive(options: LogArchiveOptions): LogArchive {
  const lines = createLineFiles({ ...options, name: 'log', of: 'logs of programs' });
  const hashOf = createSessionHash();
  return {
    add({ sessionId, at, runId, level, text }) {
      const line = { at: new Date(at).toISOString(), session: hashOf(sessionId), runId, level };
      // Half a character has no form in UTF-8; JSON has an escape for it.
      lines.add(`${printJson({ ...line, text })}\n`);
    },
    read: () => lines.read(readEntry),
    removeBefore: lines.removeBefore,
    close: lines.close,
  };
}

function readEntry(line: string): PastLogEntry {
  const fields = jsonFields(parseJson(line));
  return {
    at: fields.time('at'),
    session: fields.text('session'),
    runId: fields.text('runId'),
    level: fields.oneOf('level', ['debug', 'log', 'info', 'warn', 'error']),
    text: fields.text('text'),
  };
}
