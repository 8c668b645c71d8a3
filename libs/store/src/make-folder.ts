import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder with mode 0700, and the folders above it that are missing; one that is there stays
 * as it is. Node's own `recursive` is not used: where a system answers `ENOENT` for a folder it will
 * not make (below `/proc`, for one), Node tries again for ever.
 *
 * @throws the system's error (`EACCES`, `ENOTDIR`, `EROFS`, …)
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    await makeFolder(parent);
    await makeOne(path);
  }
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // Also where a parent is read-only but the folder exists: then it can be used.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (!(await stat(path)).isDirectory()) throw error;
  }
}
