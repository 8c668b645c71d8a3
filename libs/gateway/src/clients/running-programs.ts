import { execFile } from 'node:child_process';
import type { Environment } from '../node-environment.js';

/** Names of the programs that run now, in lower case and without `.exe`; none where the system does not say. */
export type RunningPrograms = () => Promise<ReadonlySet<string>>;

/** Asks the system for them, for at most two seconds. */
export function createRunningPrograms({
  platform,
}: Pick<Environment, 'platform'>): RunningPrograms {
  const [command, args] =
    platform === 'win32'
      ? (['tasklist', ['/fo', 'csv', '/nh']] as const)
      : (['ps', ['-A', '-o', 'comm=']] as const);
  return () =>
    new Promise((resolve) => {
      const options = { timeout: 2_000, windowsHide: true, maxBuffer: 16 * 1024 * 1024 };
      execFile(command, [...args], options, (error, stdout) => {
        resolve(new Set(error ? [] : stdout.split(/\r?\n/).map(programName)));
      });
    });
}

/** `/Applications/Cursor.app/Contents/MacOS/Cursor` and `"Cursor.exe","1234",…` are `cursor`. */
function programName(line: string): string {
  const first = /^"([^"]*)"/.exec(line)?.[1] ?? line.trim();
  const name = first.split('/').at(-1) ?? '';
  return name.toLowerCase().replace(/\.exe$/, '');
}
