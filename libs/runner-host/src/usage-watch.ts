import type { Clock } from '@sluice/contracts';
import { processUsage } from './process-usage.js';
import type { ProcessUsage } from './process-usage.js';

/** Time between two looks. At 20 ms a runner that allocates as fast as it can overshoots by about 30 MB. */
const intervalMs = 20;

/** What {@link watchUsage} takes. */
export interface UsageWatchOptions {
  readonly pid: number;
  /** Resident memory of the process, in MB. */
  readonly memoryMb: number;
  /** CPU time from now on, in seconds. */
  readonly cpuSeconds: number;
  readonly clock: Clock;
  /** Called once, when the process is over a limit. */
  readonly onExceeded: (what: 'memory' | 'cpu') => void;
  /** @default of /proc */
  readonly usageOf?: (pid: number) => ProcessUsage | undefined;
}

/**
 * Watches what a process uses: V8's heap limit counts neither array buffers nor blobs, and the
 * kernel's own limits are above these. Where usage cannot be read it watches nothing. Returns the
 * function that stops it.
 */
export function watchUsage(options: UsageWatchOptions): () => void {
  const { pid, memoryMb, cpuSeconds, clock, onExceeded, usageOf = processUsage } = options;
  const start = usageOf(pid);
  if (start === undefined) return () => undefined;
  let cancel: () => void;
  const look = () => {
    const usage = usageOf(pid);
    if (usage === undefined) return;
    if (usage.residentMb > memoryMb) onExceeded('memory');
    else if (usage.cpuSeconds - start.cpuSeconds > cpuSeconds) onExceeded('cpu');
    else cancel = clock.schedule(intervalMs, look);
  };
  cancel = clock.schedule(intervalMs, look);
  return () => cancel();
}
