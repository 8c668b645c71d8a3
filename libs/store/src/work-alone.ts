import { randomBytes } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SluiceError } from '@sluice/contracts';
import { makeFolder } from './make-folder.js';
import { isProcessAlive, processMark } from './process-mark.js';

/** `at-work-<pid>-<start of the process>-<random>`: what a killed process leaves behind keeps nobody out. */
const signName = /^at-work-(\d+)-(\d+)-[0-9a-f]{12}$/;

/** How long the others are waited for, in milliseconds. */
const patienceMs = 15_000;

/**
 * Does something that no two processes may do in one folder at the same time. Each puts up a sign first, and then looks
 * for others: two that come in the same moment both step back and try again.
 *
 * @param folder made if need be, mode 0700
 * @param options.waitMs how long the others are waited for. @default 15000
 * @throws SluiceError `NOT_AVAILABLE` where another process is at work all that time; else what the work throws
 */
export async function workAlone<Result>(
  folder: string,
  work: () => Promise<Result>,
  { waitMs = patienceMs }: { readonly waitMs?: number } = {},
): Promise<Result> {
  await makeFolder(folder);
  const { pid, startedAt } = await processMark(process.pid);
  const sign = `at-work-${pid}-${startedAt}-${randomBytes(6).toString('hex')}`;
  const path = join(folder, sign);
  for (let waited = 0; ;) {
    try {
      await writeFile(path, '', { flag: 'wx', mode: 0o600 });
      const other = await otherAtWork(folder, sign);
      if (other === undefined) return await work();
      if (waited >= waitMs)
        throw new SluiceError(
          'NOT_AVAILABLE',
          `Cannot change files: another Sluice (process ${other}) is changing them`,
          { hint: 'Nothing was written. Try again once it has ended.' },
        );
    } finally {
      await rm(path, { force: true });
    }
    const pause = 20 + Math.floor(Math.random() * 60);
    await setTimeout(pause);
    waited += pause;
  }
}

/** Its process id. Signs of processes that are gone are taken down. */
async function otherAtWork(folder: string, own: string): Promise<string | undefined> {
  for (const name of await readdir(folder)) {
    const owner = name === own ? null : signName.exec(name);
    if (owner === null) continue;
    if (await isProcessAlive({ pid: Number(owner[1]), startedAt: owner[2] ?? '0' }))
      return owner[1];
    await rm(join(folder, name), { force: true });
  }
  return undefined;
}
