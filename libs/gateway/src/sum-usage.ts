import type { PastUsage } from '@sluice/contracts';
import { bytesPerToken, estimateTokens } from '@sluice/core';

/** What some runs moved together; bytes of UTF-8. */
export interface UsageTotals {
  readonly sessions: number;
  readonly runs: number;
  readonly calls: number;
  /** Milliseconds since 1970 of the first; absent where there is none. */
  readonly since?: number;
  /** Arguments and results of the calls: what direct calls would have put into the context. */
  readonly directBytes: number;
  /** What went into the context instead: programs, their data, answers. */
  readonly contextBytes: number;
  /** The difference; below 0 where programs cost more than they saved. */
  readonly savedBytes: number;
  /** Estimated: a quarter of the bytes. */
  readonly directTokens: number;
  readonly contextTokens: number;
  readonly savedTokens: number;
  readonly bytesPerToken: number;
}

/** Adds up what runs moved. The definitions of tools, which direct calls would have brought too, are not counted. */
export function sumUsage(past: readonly PastUsage[]): UsageTotals {
  const sum = (key: 'calls' | 'directBytes' | 'contextBytes') =>
    past.reduce((total, usage) => total + usage[key], 0);
  const directBytes = sum('directBytes');
  const contextBytes = sum('contextBytes');
  const [first] = past;
  return {
    sessions: new Set(past.map(({ session }) => session)).size,
    runs: past.length,
    calls: sum('calls'),
    ...(first === undefined ? {} : { since: first.at }),
    directBytes,
    contextBytes,
    savedBytes: directBytes - contextBytes,
    directTokens: estimateTokens(directBytes),
    contextTokens: estimateTokens(contextBytes),
    savedTokens: estimateTokens(directBytes - contextBytes),
    bytesPerToken,
  };
}
