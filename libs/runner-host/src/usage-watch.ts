import type { Clock } from '@sluice/contracts';
import type { ProcessUsage } from './process-usage.js';
import type { UsageReader } from './usage-reader.js';

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
  readonly reader: UsageReader;
}

/**
 * Watches what a process uses: V8's heap limit counts neither array buffers nor blobs, and the
 * kernel's own limits, where there are any, are above these. It ends by itself when usage cannot be
 * read. Returns the function that stops it.
 */
export function watchUsage(options: UsageWatchOptions): () => void {
  const { pid, memoryMb, cpuSeconds, clock, onExceeded, reader } = options;
  let isStopped = false;
  let cancel: (() => void) | undefined;
  let startSeconds: number | undefined;
  const judge = (usage: ProcessUsage | undefined) => {
    if (isStopped || usage === undefined) return;
    startSeconds ??= usage.cpuSeconds;
    if (usage.residentMb > memoryMb) onExceeded('memory');
    else if (usage.cpuSeconds - startSeconds > cpuSeconds) onExceeded('cpu');
    else cancel = clock.schedule(reader.intervalMs, look);
  };
  const look = () => {
    const usage = reader.read(pid);
    // What is known at once is judged at once: a busy host would judge it much later.
    if (usage instanceof Promise) void usage.then(judge);
    else judge(usage);
  };
  look();
  return () => {
    isStopped = true;
    cancel?.();
  };
}
