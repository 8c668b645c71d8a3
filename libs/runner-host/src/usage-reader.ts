import { execFile } from 'node:child_process';
import { processUsage } from './process-usage.js';
import type { ProcessUsage } from './process-usage.js';

/** Reads what a runner uses, at once or later; undefined when it is gone or cannot be read. */
export interface UsageReader {
  /** Time to wait between two looks, in milliseconds. */
  readonly intervalMs: number;
  read(pid: number): ProcessUsage | undefined | Promise<ProcessUsage | undefined>;
}

/** Runs a command and gives its output; undefined when it fails. Never rejects. */
export type ReadOutput = (command: string, args: readonly string[]) => Promise<string | undefined>;

/** At 20 ms a runner that allocates as fast as it can overshoots by about 30 MB. */
const procIntervalMs = 20;

/** `ps` takes about 5 ms. */
const psIntervalMs = 100;

/** PowerShell takes a few hundred. */
const powershellIntervalMs = 1000;

/**
 * How usage is read on a system: from /proc on Linux, else by the system's own command, which costs
 * a process each time and is therefore asked less often.
 *
 * @param readOutput runs the command; a test hands in another one
 */
export function usageReader(
  platform: NodeJS.Platform,
  readOutput: ReadOutput = outputOf,
): UsageReader {
  switch (platform) {
    case 'linux':
      return { intervalMs: procIntervalMs, read: processUsage };
    case 'win32':
      return {
        intervalMs: powershellIntervalMs,
        read: async (pid) =>
          readPowershell(
            await readOutput('powershell.exe', [
              '-NoProfile',
              '-NonInteractive',
              '-Command',
              `$p = Get-Process -Id ${pid}; "$($p.WorkingSet64) $($p.PrivateMemorySize64) $([long]$p.TotalProcessorTime.TotalMilliseconds)"`,
            ]),
          ),
      };
    default:
      return {
        intervalMs: psIntervalMs,
        read: async (pid) =>
          readProcessGroup(await readOutput('/bin/ps', ['-axo', 'pgid=,rss=,time=']), pid),
      };
  }
}

/** The sum of the group that the runner leads: a shell that holds its leash is in it too. */
function readProcessGroup(output: string | undefined, group: number): ProcessUsage | undefined {
  const usages = (output ?? '').split('\n').flatMap((line) => {
    const [pgid, residentKb, time] = line.trim().split(/\s+/);
    if (Number(pgid) !== group || time === undefined) return [];
    const residentMb = Number(residentKb) / 1024;
    return [{ residentMb, dataMb: residentMb, cpuSeconds: secondsOf(time) }];
  });
  if (usages.length === 0) return undefined;
  return usages.reduce((sum, usage) => ({
    residentMb: sum.residentMb + usage.residentMb,
    dataMb: sum.dataMb + usage.dataMb,
    cpuSeconds: sum.cpuSeconds + usage.cpuSeconds,
  }));
}

/** `12:34.56`, `1:02:03` or `2-01:02:03`: days, hours, minutes and seconds. */
function secondsOf(time: string): number {
  const [days, clock = '0'] = time.includes('-') ? time.split('-') : ['0', time];
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number(days) * 86_400 + seconds;
}

function readPowershell(output: string | undefined): ProcessUsage | undefined {
  const numbers = /^(\d+) (\d+) (\d+)\s*$/.exec(output ?? '');
  if (numbers === null) return undefined;
  const [residentBytes, dataBytes, milliseconds] = numbers.slice(1).map(Number);
  return {
    residentMb: (residentBytes ?? 0) / 1048576,
    dataMb: (dataBytes ?? 0) / 1048576,
    cpuSeconds: (milliseconds ?? 0) / 1000,
  };
}

/** Longer than either command takes on a machine that still works. */
const commandTimeoutMs = 10_000;

const outputOf: ReadOutput = (command, args) =>
  new Promise((resolve) => {
    execFile(
      command,
      args,
      { timeout: commandTimeoutMs, windowsHide: true, maxBuffer: 16_777_216 },
      (error, stdout) => resolve(error === null ? stdout : undefined),
    );
  });
