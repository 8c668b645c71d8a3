import { readFileSync } from 'node:fs';

/** What a process uses. */
export interface ProcessUsage {
  readonly residentMb: number;
  /** Its data segment: what `RLIMIT_DATA` counts. */
  readonly dataMb: number;
  /** User and system time of all its threads. */
  readonly cpuSeconds: number;
}

/** `sysconf(_SC_CLK_TCK)`: part of the kernel's interface to programs, and 100 on every architecture that Deno has. */
const ticksPerSecond = 100;

/** Reads /proc; undefined when the process is gone, or on other systems. */
export function processUsage(pid: number): ProcessUsage | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const resident = /^VmRSS:\s+(\d+) kB$/m.exec(status);
    const data = /^VmData:\s+(\d+) kB$/m.exec(status);
    if (resident === null || data === null) return undefined;
    return {
      residentMb: Number(resident[1]) / 1024,
      dataMb: Number(data[1]) / 1024,
      cpuSeconds: cpuSecondsOf(readFileSync(`/proc/${pid}/stat`, 'latin1')),
    };
  } catch {
    return undefined;
  }
}

/** Fields 14 and 15 of proc(5); the name, field 2, may hold spaces and brackets. */
function cpuSecondsOf(stat: string): number {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}
