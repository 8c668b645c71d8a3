import type { ContentBlock, Json, LogEntry, SavedFile } from '@sluice/contracts';
import { printJson, utf8Length } from '@sluice/json-text';
import type { JournalEntry } from './journal.js';
import { isHandle } from './media/load-media.js';
import type { LoadedMedia } from './media/load-media.js';
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
  /** A sentence for each reason why blocks had to be left out. */
  notes(): readonly string[];
  ledger(): RunLedger;
  /** Puts media in the place of the handles among the blocks, within the same limits. Once the record has ended. */
  showMedia(load: (handle: ContentBlock, maxBytes: number) => Promise<LoadedMedia>): Promise<void>;
  /** Ends the record: what a runner or an upstream still sends is ignored, so a report does not change. */
  stop(): void;
}

/**
 * Blocks that a run may emit. Each is checked and sent by itself; 400,000 empty images kept the gateway busy for seconds,
 * and no client shows a thousand.
 */
const maxEmitBlocks = 1000;

/**
 * Makes the record of one run.
 *
 * @param limits `maxLogBytes` of log text and `maxEmitBytes` of emitted blocks are kept, of them
 *   `maxEmitTextBytes` of all that is no media: that goes into the model's context as it stands
 */
export function createRunRecorder(limits: {
  readonly maxLogBytes: number;
  readonly maxEmitBytes: number;
  readonly maxEmitTextBytes: number;
  /** Told of each entry as it comes. */
  readonly onLog?: (entry: LogEntry) => void;
}): RunRecorder {
  const log = createRunLog(limits.maxLogBytes);
  const calls = new Map<number, JournalEntry>();
  const files = new Map<string, SavedFile>();
  let blocks: ContentBlock[] = [];
  const problems: string[] = [];
  let emittedBytes = 0;
  let textBytes = 0;
  const leftOut = { blocks: 0, bytes: 0 };
  let isStopped = false;

  const inStates = (...states: readonly JournalEntry['state'][]) =>
    [...calls.values()].filter(({ state }) => states.includes(state));

  return {
    log,
    addLog(entry) {
      if (isStopped) return;
      log.add(entry);
      limits.onLog?.(entry);
    },
    setUnsentLog(size) {
      if (!isStopped) log.setUnsent(size);
    },
    addBlock(block) {
      if (isStopped) return;
      const bytes = sizeOf(block);
      const ofText = isMedia(block) ? 0 : bytes;
      const isTooMuch =
        blocks.length >= maxEmitBlocks ||
        emittedBytes + bytes > limits.maxEmitBytes ||
        textBytes + ofText > limits.maxEmitTextBytes;
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
    notes: () => [
      ...(leftOut.blocks === 0
        ? []
        : [
            `emit(): ${leftOut.blocks} of ${blocks.length + leftOut.blocks} blocks (${leftOut.bytes} bytes) were left out; one run may emit ${maxEmitBlocks} blocks, ${limits.maxEmitTextBytes} bytes of text (results.inlineMaxBytes) and ${limits.maxEmitBytes} bytes in all (results.maxResultBytes).`,
          ]),
      ...problems
        .slice(0, maxProblems)
        .map((problem) => `emit(): a media handle was left out: ${problem}.`),
      ...(problems.length > maxProblems
        ? [`emit(): ${problems.length - maxProblems} more media handles were left out.`]
        : []),
    ],
    ledger: () => ({
      done: inStates('done', 'failed', 'refused'),
      inFlight: inStates('running', 'cancelled'),
      neverSent: inStates('queued', 'unsent'),
    }),
    async showMedia(load) {
      if (!blocks.some(isHandle)) return;
      const shown: ContentBlock[] = [];
      for (const block of blocks) {
        if (!isHandle(block)) shown.push(block);
        else {
          const media = await load(block, limits.maxEmitBytes - emittedBytes);
          if (media.ok) {
            emittedBytes += media.sizeBytes;
            shown.push(media.block);
          } else problems.push(media.problem);
        }
      }
      blocks = shown;
    },
    stop() {
      isStopped = true;
    },
  };
}

/** Handles that are named; more are counted. */
const maxProblems = 5;

/** Whether its bulk is bytes that no model reads as text. */
function isMedia({ type, resource }: ContentBlock): boolean {
  if (type !== 'resource') return type === 'image' || type === 'audio';
  const { blob } = (resource ?? {}) as { readonly blob?: unknown };
  return typeof blob === 'string';
}

/** UTF-8 bytes as JSON text; what is nested deeper than the stack fits no budget. */
function sizeOf(block: ContentBlock): number {
  try {
    return utf8Length(printJson(block as Json));
  } catch {
    return Number.MAX_SAFE_INTEGER;
  }
}
