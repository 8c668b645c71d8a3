import { join } from 'node:path';
import { SluiceError } from '@sluice/contracts';
import { workAlone } from '@sluice/store';

/**
 * Changes other programs' files and our configuration while no other Sluice does: two installations at once would each
 * forget what the other has recorded.
 *
 * @throws SluiceError of {@link workAlone}; `CONFIG_NOT_FOUND` where the system refuses to keep records
 */
export async function changeAlone<Result>(
  stateFolder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const folder = join(stateFolder, 'installs');
  try {
    return await workAlone(folder, work);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof SluiceError || code === undefined) throw error;
    throw new SluiceError(
      'CONFIG_NOT_FOUND',
      `Cannot keep copies and records in ${folder}: the system says ${code}`,
      { hint: 'Check who may write there, and how much space is left.', cause: error },
    );
  }
}
