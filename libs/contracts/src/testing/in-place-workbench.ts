import { SluiceError } from '../errors.js';
import type { JobTable, Workbench } from '../workbench.js';

/** A {@link Workbench} for tests that does every job in place, however large it is. */
export function inPlaceWorkbench(jobs: JobTable): Workbench {
  let isClosed = false;
  return {
    async run(name, input, { signal }) {
      if (signal.aborted || isClosed)
        throw new SluiceError(
          'WORK_CANCELLED',
          `The job "${name}" was cancelled${isClosed ? ': the workbench is closed' : ''}`,
        );
      try {
        return jobs[name].run(input);
      } catch (error) {
        throw new SluiceError('WORK_FAILED', `Cannot finish the job "${name}": it failed`, {
          cause: error,
        });
      }
    },
    warm: () => Promise.resolve(),
    close() {
      isClosed = true;
      return Promise.resolve();
    },
  };
}
