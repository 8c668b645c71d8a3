import { utf8Length } from '@sluice/json-text';

/** The log of one finished run. */
export interface KeptLog {
  readonly runId: string;
  /** Milliseconds since 1970 when the run ended. */
  readonly endedAt: number;
  readonly lines: readonly string[];
}

/** The logs of a session's last runs. */
export interface SessionLogs {
  add(log: KeptLog): void;
  /** What is kept, oldest run first. */
  runs(): readonly KeptLog[];
  clear(): void;
}

/** Keeps whole logs of the last runs within `maxBytes`; the log of the last run is always kept. */
export function createSessionLogs(maxBytes: number): SessionLogs {
  let kept: { readonly log: KeptLog; readonly bytes: number }[] = [];
  return {
    add(log) {
      if (log.lines.length === 0) return;
      const bytes = log.lines.reduce((sum, line) => sum + utf8Length(line) + 1, 0);
      kept.push({ log, bytes });
      let total = kept.reduce((sum, run) => sum + run.bytes, 0);
      while (total > maxBytes && kept.length > 1) total -= kept.shift()?.bytes ?? 0;
    },
    runs: () => kept.map(({ log }) => log),
    clear() {
      kept = [];
    },
  };
}
