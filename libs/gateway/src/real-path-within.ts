import { realpathSync } from 'node:fs';
import { relative, isAbsolute } from 'node:path';

/**
 * The real path of a file, links followed, where it stands within the folder; undefined where it does not, or
 * is not there.
 */
export function realPathWithin(folder: string, path: string): string | undefined {
  try {
    const real = realpathSync(path);
    const way = relative(realpathSync(folder), real);
    return way === '' || way.startsWith('..') || isAbsolute(way) ? undefined : real;
  } catch {
    return undefined;
  }
}
