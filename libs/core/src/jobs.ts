import type { JobTable } from '@sluice/contracts';
import { readProgram, readSmallProgram } from '@sluice/program';
import { searchSmallText, searchText, selectFromSmallText, selectFromText } from '@sluice/query';
import { lookAtSmallValue, lookAtValue } from './look-at-value.js';

/**
 * How the jobs of the workbench are done, on the main thread and on those beside it.
 *
 * The times are a backstop: the worst known inputs at the default limits take 2.5 s and 1.5 s on a core of
 * their own, because reading has a limit of its own, and looking goes no further than a million values. A
 * machine that is busy with other things gets to an honest one all the same.
 */
export const jobs: JobTable = {
  readProgram: { run: readProgram, runSmall: readSmallProgram, timeoutMs: 20_000 },
  lookAtValue: { run: lookAtValue, runSmall: lookAtSmallValue, timeoutMs: 20_000 },
  selectFromText: { run: selectFromText, runSmall: selectFromSmallText, timeoutMs: 30_000 },
  searchText: { run: searchText, runSmall: searchSmallText, timeoutMs: 30_000 },
};
