import { readUserFile, replaceUserFile } from '@sluice/store';
import type { FileChange } from './file-change.js';

/** In this order a server is never in no file: first where it goes to, then where it comes from. */
const order: Readonly<Record<FileChange['role'], number>> = { secret: 0, config: 1, client: 2 };

/**
 * Makes all changes, or none: where one fails, those before it are taken back.
 *
 * @param way `back`: servers go back from our configuration to the client's file
 * @throws SluiceError of {@link replaceUserFile}
 */
export async function applyChanges(
  changes: readonly FileChange[],
  way: 'there' | 'back' = 'there',
): Promise<void> {
  const inOrder = [...changes].sort((one, two) => order[one.role] - order[two.role]);
  if (way === 'back') inOrder.reverse();
  const done: FileChange[] = [];
  try {
    for (const change of inOrder) {
      await replaceUserFile(change.file, change.after);
      done.unshift(change);
    }
  } catch (error) {
    for (const { file } of done)
      await readUserFile(file.path)
        .then((now) => replaceUserFile({ ...now, mode: file.mode }, file.bytes))
        // The first failure is what is told.
        .catch(() => undefined);
    throw error;
  }
}
