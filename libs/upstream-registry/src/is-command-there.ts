import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Whether a file stands where a command would be looked for: at its own path, or under its name in a
 * folder of PATH that may be looked into.
 *
 * @param path the PATH that the command is started with
 */
export function isCommandThere(command: string, path: string | undefined): boolean {
  // What a path names is there or forbidden; either way the system's own word is right.
  if (/[/\\]/.test(command)) return true;
  return (path ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)));
}
