import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { ResultSettings } from '@sluice/contracts';
import { formatSize, type UsageDesk } from '@sluice/gateway';
import type { Check } from './check.js';
import { count } from './count.js';

/** Above this share of its limit the store soon gives up its oldest results. */
const fullShare = 0.9;

/** Whether results can be kept in the state folder, and how full the store is. */
export async function storeCheck(
  desk: Pick<UsageDesk, 'results'>,
  folder: string,
  { maxStoreBytes }: Pick<ResultSettings, 'maxStoreBytes'>,
): Promise<Check> {
  const problem = await writeProblem(folder);
  if (problem !== undefined)
    return {
      id: 'store',
      status: 'problem',
      detail: `nothing can be kept in ${folder}: ${problem}`,
      next: 'Make the folder yours and writable, or set XDG_STATE_HOME (Windows: LOCALAPPDATA) to one that is.',
    };
  const results = await desk.results();
  const sizeBytes = results.reduce((sum, result) => sum + result.sizeBytes, 0);
  const detail = `${folder} keeps ${count(results.length, 'result')}, ${formatSize(sizeBytes)} of at most ${formatSize(maxStoreBytes)}`;
  if (sizeBytes < fullShare * maxStoreBytes) return { id: 'store', status: 'ok', detail };
  return {
    id: 'store',
    status: 'warning',
    detail,
    next: 'The oldest go first when it is full: run sluice clean, or raise results.maxStoreBytes.',
  };
}

/** Why nothing can be written there; a folder that is not there yet is made in the nearest one that is. */
async function writeProblem(folder: string): Promise<string | undefined> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const parent = dirname(folder);
    if (code === 'ENOENT' && parent !== folder) return writeProblem(parent);
    return code === 'ENOTDIR'
      ? `${parent} is no folder`
      : `the system says ${code ?? 'no'} to ${folder}`;
  }
}
