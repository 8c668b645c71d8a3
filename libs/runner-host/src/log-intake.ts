import type { ProgramHost } from '@sluice/contracts';
import type { RunnerMessage } from '@sluice/runner-protocol';

type LogPayload = Extract<RunnerMessage, { name: 'log' }>['payload'];

/** Takes the log of one run. */
export interface LogIntake {
  take(log: LogPayload): void;
  /** Tells the host what was left out. Once, at the end. */
  finish(): void;
}

/**
 * Hands console entries to the host, up to a bound that an honest runner never reaches: it counts
 * characters against `maxLogBytes`, and one has at most three bytes.
 */
export function createLogIntake(host: ProgramHost, maxLogBytes: number): LogIntake {
  let room = 3 * maxLogBytes;
  let unsent = { lines: 0, bytes: 0 };
  const refused = { lines: 0, bytes: 0 };
  return {
    take({ entries, dropped }) {
      if (dropped !== undefined)
        unsent = { lines: countOf(dropped.entries), bytes: countOf(dropped.bytes) };
      for (const entry of entries) {
        const bytes = Buffer.byteLength(entry.text) + 1;
        if (bytes <= room) {
          room -= bytes;
          host.log(entry);
        } else {
          refused.lines += 1;
          refused.bytes += bytes;
        }
      }
    },
    finish() {
      const lines = unsent.lines + refused.lines;
      const bytes = unsent.bytes + refused.bytes;
      if (lines > 0 || bytes > 0) host.logUnsent({ lines, bytes });
    },
  };
}

/** A count as the program states it: a whole number, or 0. */
function countOf(value: number): number {
  return Number.isSafeInteger(value) && value > 0 ? value : 0;
}
