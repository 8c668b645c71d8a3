import { isAbsolute } from 'node:path';

/**
 * The user's home folder. A relative or empty `HOME` is none: whatever stands in the current folder, which may be somebody
 * else's, would count as the user's own configuration and consents.
 *
 * @param sources tried in turn; one that throws or gives no absolute path is none
 * @param root where there is no home at all, as for a user without an entry in a container
 */
export function homeFolder(sources: readonly (() => string)[], root: string): string {
  for (const source of sources) {
    try {
      const folder = source();
      if (isAbsolute(folder)) return folder;
    } catch {
      // The system knows no such user.
    }
  }
  return root;
}
