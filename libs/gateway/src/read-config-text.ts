import { readFileSync, statSync } from 'node:fs';
import { SluiceError } from '@sluice/contracts';

/** @throws SluiceError `CONFIG_NOT_FOUND`, saying why it cannot be read */
export function readConfigText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = reasonOf((error as NodeJS.ErrnoException).code);
    throw new SluiceError('CONFIG_NOT_FOUND', `Cannot read the configuration ${path}: ${reason}`, {
      hint: 'Name a file that you may read.',
      cause: error,
    });
  }
}

/** Bytes of a plain file, undefined where there is none: a pipe or a device in its place would never end. */
export function plainFileBytes(path: string): number | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? stats.size : undefined;
  } catch {
    return undefined;
  }
}

/** What is said of a file that is passed over. */
export function tooLargeFile(path: string, maxBytes: number): string {
  return `${path} is larger than ${maxBytes / 1_048_576} MiB: it is not used`;
}

function reasonOf(code: string | undefined): string {
  switch (code) {
    case 'ENOENT':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder';
    case 'EACCES':
    case 'EPERM':
      return 'it may not be read';
    default:
      return `the system says ${code ?? 'nothing about it'}`;
  }
}
