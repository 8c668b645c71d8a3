import { readFileSync } from 'node:fs';
import type { Clock } from '@sluice/contracts';

/** Time between two looks. At 20 ms a runner that allocates as fast as it can overshoots by about 30 MB. */
const intervalMs = 20;

/** What {@link watchMemory} takes. */
export interface MemoryWatchOptions {
  readonly pid: number;
  /** Resident memory of the process, in MB. */
  readonly limitMb: number;
  readonly clock: Clock;
  readonly platform: NodeJS.Platform;
  /** Called once, when the process is over its limit. */
  readonly onExceeded: () => void;
}

/**
 * Watches the resident memory of a process: V8's heap limit counts neither array buffers nor blobs.
 * Linux only, by /proc; elsewhere it watches nothing. Returns the function that stops it.
 */
export function watchMemory(options: MemoryWatchOptions): () => void {
  const { pid, limitMb, clock, platform, onExceeded } = options;
  if (platform !== 'linux') return () => undefined;
  let cancel: () => void;
  const look = () => {
    const residentMb = residentMemoryMb(pid);
    if (residentMb !== undefined && residentMb > limitMb) onExceeded();
    else if (residentMb !== undefined) cancel = clock.schedule(intervalMs, look);
  };
  cancel = clock.schedule(intervalMs, look);
  return () => cancel();
}

/** Undefined when the process is gone. */
function residentMemoryMb(pid: number): number | undefined {
  try {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line === null ? undefined : Number(line[1]) / 1024;
  } catch {
    return undefined;
  }
}
