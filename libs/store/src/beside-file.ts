import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isProcessAlive, processMark } from './process-mark.js';

/** `<name>.<pid>-<start of the process>-<random>.sluice.tmp`: the name itself says whose it is. */
const ending = /^\.(\d+)-(\d+)-[0-9a-f]{12}\.sluice\.tmp$/;

/** A name of this process beside a file, for what is then renamed into its place. */
export async function besideFile(target: string): Promise<string> {
  const { pid, startedAt } = await processMark(process.pid);
  return `${target}.${pid}-${startedAt}-${randomBytes(6).toString('hex')}.sluice.tmp`;
}

/**
 * Removes what processes left beside a file that were killed before they could rename it: it may hold secrets. Never
 * rejects; what is not exactly ours stays.
 */
export async function sweepBeside(target: string): Promise<void> {
  const [folder, name] = [dirname(target), basename(target)];
  for (const entry of await readdir(folder).catch(() => [])) {
    const owner = entry.startsWith(name) ? ending.exec(entry.slice(name.length)) : null;
    if (owner === null) continue;
    if (await isProcessAlive({ pid: Number(owner[1]), startedAt: owner[2] ?? '0' })) continue;
    await rm(join(folder, entry), { force: true }).catch(() => undefined);
  }
}
