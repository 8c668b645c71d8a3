import type { ContentBlock, Json, LogEntry, SavedFile } from '@sluice/contracts';
import { printJson, utf8Length } from '@sluice/json-text';
import type { JournalEntry } from './journal.js';
import { createRunLog } from './run-log.js';
import type { LogSize, RunLog } from './run-log.js';
import type { RunLedger } from './run-report.js';

/** What one run did, collected while it runs. */
export interface RunRecorder {
  readonly log: RunLog;
  addLog(entry: LogEntry): void;
  /** What the runner counted and did not send; totals so far. */
  setUnsentLog(size: LogSize): void;
  addBlock(block: ContentBlock): void;
  recordCall(entry: JournalEntry): void;
  /** A file that was saved; one that is saved again counts once, as it became. */
  addFile(file: SavedFile): void;
  calls(): readonly JournalEntry[];
  files(): readonly SavedFile[];
  emitted(): readonly ContentBlock[];
  emittedBytes(): number;
  /** One sentence where blocks had to be left out, else nothing. */
  notes(): readonly string[];
  ledger(): RunLedger;
  /** Ends the record: what a runner or an upstream still sends is ignored, so a report does not change. */
  stop(): void;
}

/**
 * Makes the record of one run.
 *
 * @param limits `maxLogBytes` of log text and `maxEmitBytes` of emitted blocks are kept, of them
 *   `maxEmitTextBytes` of text: that goes into the model's context as it stands
 */
export function createRunRecorder(limits: {
  readonly maxLogBytes: number;
  readonly maxEmitBytes: number;
  readonly maxEmitTextBytes: number;
}): RunRecorder {
  const log = createRunLog(limits.maxLogBytes);
  const calls = new Map<number, JournalEntry>();
  const files = new Map<string, SavedFile>();
  const blocks: ContentBlock[] = [];
  let emittedBytes = 0;
  let textBytes = 0;
  const leftOut = { blocks: 0, bytes: 0 };
  let isStopped = false;

  const inStates = (...states: readonly JournalEntry['state'][]) =>
    [...calls.values()].filter(({ state }) => states.includes(state));

  return {
    log,
    addLog(entry) {
      if (!isStopped) log.add(entry);
    },
    setUnsentLog(size) {
      if (!isStopped) log.setUnsent(size);
    },
    addBlock(block) {
      if (isStopped) return;
      const bytes = sizeOf(block);
      const ofText = block.type === 'text' ? bytes : 0;
      const isTooMuch =
        emittedBytes + bytes > limits.maxEmitBytes || textBytes + ofText > limits.maxEmitTextBytes;
      if (isTooMuch) {
        leftOut.blocks += 1;
        if (bytes < Number.MAX_SAFE_INTEGER) leftOut.bytes += bytes;
        return;
      }
      emittedBytes += bytes;
      textBytes += ofText;
      blocks.push(block);
    },
    recordCall(entry) {
      if (!isStopped) calls.set(entry.n, entry);
    },
    addFile(file) {
      if (!isStopped) files.set(file.path, file);
    },
    calls: () => [...calls.values()],
    files: () => [...files.values()],
    emitted: () => [...blocks],
    emittedBytes: () => emittedBytes,
    notes: () =>
      leftOut.blocks === 0
        ? []
        : [
            `emit(): ${leftOut.blocks} of ${blocks.length + leftOut.blocks} blocks (${leftOut.bytes} bytes) were left out; one run may emit ${limits.maxEmitTextBytes} bytes of text (results.inlineMaxBytes) and ${limits.maxEmitBytes} bytes in all (results.maxResultBytes).`,
          ],
    ledger: () => ({
      done: inStates('done', 'failed', 'refused'),
      inFlight: inStates('running', 'cancelled'),
      neverSent: inStates('queued', 'unsent'),
    }),
    stop() {
      isStopped = true;
    },
  };
}

/** UTF-8 bytes as JSON text; what is nested deeper than the stack fits no budget. */
function sizeOf(block: ContentBlock): number {
  try {
    return utf8Length(printJson(block as Json));
  } catch {
    return Number.MAX_SAFE_INTEGER;
  }
}
