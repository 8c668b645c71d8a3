import { readFile } from 'node:fs/promises';

/** Names one process for as long as the machine runs, where the system tells when it started. */
export interface ProcessMark {
  readonly pid: number;
  /** Clock ticks since boot (Linux, `/proc/<pid>/stat` field 22); `0` where it is not known. */
  readonly startedAt: string;
}

/** The mark of a process; a process id alone may be given out again after a crash. */
export async function processMark(pid: number): Promise<ProcessMark> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The command name in parentheses may itself hold spaces and parentheses: count from the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const startedAt = fields[19] ?? '';
  return { pid, startedAt: /^\d+$/.test(startedAt) ? startedAt : '0' };
}

/** Whether that very process still runs. In doubt it does: what is alive is never swept. */
export async function isProcessAlive(mark: ProcessMark): Promise<boolean> {
  try {
    process.kill(mark.pid, 0);
  } catch (error) {
    // EPERM: it lives, under another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const { startedAt } = await processMark(mark.pid);
  return startedAt === '0' || mark.startedAt === '0' || startedAt === mark.startedAt;
}
