import type { RunLimits, Settings } from '@sluice/contracts';
import type { Explanation } from './explain-unknown-tool.js';

/** The limits of one run, or why there are none. */
export type RunLimitsResult =
  | { readonly ok: true; readonly limits: RunLimits; readonly notes: readonly string[] }
  | ({ readonly ok: false } & Explanation);

/**
 * The limits of one run. `timeoutMs` of the request lowers `sandbox.timeoutSeconds` and never raises
 * it; a larger one is noted.
 */
export function runLimits(settings: Settings, timeoutMs: number | undefined): RunLimitsResult {
  const { sandbox, results } = settings;
  if (timeoutMs !== undefined && !(Number.isFinite(timeoutMs) && timeoutMs > 0))
    return {
      ok: false,
      code: 'USAGE',
      message: `Cannot start the program: timeoutMs must be a number of milliseconds above 0, not ${String(timeoutMs)}`,
      hint: `Leave it out to use sandbox.timeoutSeconds (${sandbox.timeoutSeconds}).`,
    };
  const mostMs = sandbox.timeoutSeconds * 1000;
  const limits: RunLimits = {
    timeoutMs: Math.min(Math.ceil(timeoutMs ?? mostMs), mostMs),
    heapMb: sandbox.heapMb,
    memoryMb: sandbox.memoryMb,
    maxCalls: sandbox.maxCalls,
    maxParallelCalls: sandbox.maxParallelCalls,
    maxValueBytes: results.maxResultBytes,
    maxLogBytes: sandbox.maxLogBytes,
    maxFileBytes: sandbox.maxFileBytes,
  };
  const notes =
    timeoutMs !== undefined && timeoutMs > mostMs
      ? [
          `timeoutMs ${timeoutMs} is more than sandbox.timeoutSeconds (${sandbox.timeoutSeconds}) allows; ${sandbox.timeoutSeconds} s counted.`,
        ]
      : [];
  return { ok: true, limits, notes };
}
