import type { ProgramLogEntry } from '@sluice/contracts';
import { utf8Length } from '@sluice/json-text';
import { headOfText } from './cut-text.js';
import { createQueue } from './queue.js';

/** A console line as a session keeps it. */
export interface SessionLogEntry extends ProgramLogEntry {
  /** Counts up from 1 through the session. */
  readonly id: number;
}

/** What is taken out of the logs of a session. */
export interface DrainedLogs {
  readonly entries: readonly SessionLogEntry[];
  /** The last entry is the start of a long one, whose rest is next. */
  readonly isCut: boolean;
  /** Still there. */
  readonly left: KeptSize;
  /** Beyond the limit since the last time, and kept nowhere. */
  readonly lost: KeptSize;
}

/** Size of log text. */
export interface KeptSize {
  readonly entries: number;
  readonly bytes: number;
}

/** What the programs of a session printed, as they print it: a ring, from which the oldest fall out. */
export interface SessionLogs {
  add(entry: ProgramLogEntry): void;
  /** Counts what was printed and never came here. */
  lose(size: KeptSize): void;
  /** Takes the oldest entries out, as many as fit into `maxBytes`: at least one, or the start of one. */
  drain(maxBytes: number): DrainedLogs;
  /** Forgets everything. @returns how many entries there were */
  clear(): number;
}

/** Makes the logs of one session; they keep at most `maxBytes` of text. */
export function createSessionLogs(maxBytes: number): SessionLogs {
  let ring = createQueue<SessionLogEntry>();
  let bytes = 0;
  let lastId = 0;
  let lost = { entries: 0, bytes: 0 };

  const shift = (): SessionLogEntry | undefined => {
    const entry = ring.shift();
    if (entry !== undefined) bytes -= sizeOf(entry);
    return entry;
  };

  return {
    add(entry) {
      lastId += 1;
      const kept = { ...entry, id: lastId };
      ring.push(kept);
      bytes += sizeOf(kept);
      while (bytes > maxBytes) {
        const oldest = shift();
        if (oldest === undefined) return;
        lost = { entries: lost.entries + 1, bytes: lost.bytes + sizeOf(oldest) };
      }
    },
    lose(size) {
      lost = { entries: lost.entries + size.entries, bytes: lost.bytes + size.bytes };
    },
    drain(room) {
      const entries: SessionLogEntry[] = [];
      let taken = 0;
      let isCut = false;
      for (let next = ring.first(); next !== undefined; next = ring.first()) {
        if (taken + sizeOf(next) > room) {
          if (entries.length > 0) break;
          // Longer than all that may be shown at once: its start now, the rest in its place.
          const head = headOfText(next.text, Math.max(4, room));
          shift();
          const rest = { ...next, text: next.text.slice(head.length) };
          ring.unshift(rest);
          bytes += sizeOf(rest);
          entries.push({ ...next, text: head });
          isCut = true;
          break;
        }
        taken += sizeOf(next);
        entries.push(next);
        shift();
      }
      const before = lost;
      lost = { entries: 0, bytes: 0 };
      return { entries, isCut, left: { entries: ring.size, bytes }, lost: before };
    },
    clear() {
      const count = ring.size;
      ring = createQueue();
      bytes = 0;
      lost = { entries: 0, bytes: 0 };
      return count;
    },
  };
}

/** With its line break. */
function sizeOf({ text }: SessionLogEntry): number {
  return utf8Length(text) + 1;
}
