import type { LogEntry } from '@sluice/contracts';
import { utf8Length } from '@sluice/json-text';
import { tailOfText } from './cut-text.js';
import { createQueue } from './queue.js';

/** What a run printed, as its answer shows it. */
export interface RunLogs {
  /** The last lines, within `sandbox.logTailBytes`. */
  readonly tail: string;
  /** Before the tail, in lines and bytes; 0 when the tail is all there is. */
  readonly leftOut: LogSize;
  /** All that was printed. */
  readonly lines: number;
  readonly bytes: number;
  /** Beyond `sandbox.maxLogBytes`, kept nowhere. Part of `leftOut`. */
  readonly dropped: LogSize;
}

/** Size of log text. */
export interface LogSize {
  readonly lines: number;
  readonly bytes: number;
}

/** The log of one run while it runs. */
export interface RunLog {
  add(entry: LogEntry): void;
  /** What the runner counted and did not send; totals so far. */
  setUnsent(unsent: LogSize): void;
  /** What the runner counted and did not send. */
  unsent(): LogSize;
  /** The summary for the answer, with a tail of at most `tailBytes`. */
  summarize(tailBytes: number): RunLogs;
}

/**
 * Makes the log of one run. Beyond `maxBytes` the oldest lines go and are counted: a failure shows
 * itself in the last ones.
 */
export function createRunLog(maxBytes: number): RunLog {
  const kept = createQueue<string>();
  let keptBytes = 0;
  const total = { lines: 0, bytes: 0 };
  const dropped = { lines: 0, bytes: 0 };
  let unsent: LogSize = { lines: 0, bytes: 0 };

  const drop = (line: string) => {
    const bytes = sizeOfLine(line);
    keptBytes -= bytes;
    dropped.lines += 1;
    dropped.bytes += bytes;
  };

  return {
    add({ level, text }) {
      const prefix = level === 'log' || level === 'info' ? '' : `[${level}] `;
      for (const line of `${prefix}${text}`.split('\n')) {
        const bytes = sizeOfLine(line);
        total.lines += 1;
        total.bytes += bytes;
        keptBytes += bytes;
        kept.push(line);
      }
      while (keptBytes > maxBytes && kept.size > 0) drop(kept.shift() ?? '');
    },
    setUnsent(size) {
      unsent = size;
    },
    unsent: () => unsent,
    summarize(tailBytes) {
      const lines = kept.values();
      const { tail, shownLines, shownBytes } = takeTail(lines, tailBytes);
      const allDropped = {
        lines: dropped.lines + unsent.lines,
        bytes: dropped.bytes + unsent.bytes,
      };
      const bytes = total.bytes + unsent.bytes;
      return {
        tail,
        lines: total.lines + unsent.lines,
        bytes,
        leftOut: { lines: total.lines + unsent.lines - shownLines, bytes: bytes - shownBytes },
        dropped: allDropped,
      };
    },
  };
}

/** Whole lines from the end; of a last line that is too long by itself, its end behind a `…`. */
function takeTail(lines: readonly string[], tailBytes: number) {
  let first = lines.length;
  let bytes = 0;
  while (first > 0) {
    const size = sizeOfLine(lines[first - 1] ?? '');
    if (bytes + size > tailBytes) break;
    bytes += size;
    first -= 1;
  }
  const last = lines.at(-1);
  if (first === lines.length && last !== undefined) {
    const part = tailOfText(last, Math.max(0, tailBytes - 4));
    return { tail: `…${part}`, shownLines: 0, shownBytes: utf8Length(part) };
  }
  return {
    tail: lines.slice(first).join('\n'),
    shownLines: lines.length - first,
    shownBytes: bytes,
  };
}

/** With its line break. */
function sizeOfLine(line: string): number {
  return utf8Length(line) + 1;
}
