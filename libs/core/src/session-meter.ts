import type { Usage } from '@sluice/contracts';

/** What a session moved so far. */
export interface SessionTotals {
  readonly runs: number;
  /** Nested calls that were sent. */
  readonly calls: number;
  /** What direct calls would have put into the context. */
  readonly directBytes: number;
  /** What went into the context instead. */
  readonly contextBytes: number;
}

/** Adds up what the runs of one session moved. */
export interface SessionMeter {
  add(usage: Pick<Usage, 'calls' | 'directBytes' | 'contextBytes'>): void;
  totals(): SessionTotals;
}

/** Makes a meter that stands at 0. */
export function createSessionMeter(): SessionMeter {
  let totals: SessionTotals = { runs: 0, calls: 0, directBytes: 0, contextBytes: 0 };
  return {
    add({ calls, directBytes, contextBytes }) {
      totals = {
        runs: totals.runs + 1,
        calls: totals.calls + calls,
        directBytes: totals.directBytes + directBytes,
        contextBytes: totals.contextBytes + contextBytes,
      };
    },
    totals: () => totals,
  };
}
