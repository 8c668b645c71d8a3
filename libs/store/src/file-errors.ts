import { SluiceError } from '@sluice/contracts';
import type { SavedFile } from '@sluice/contracts';
import { quoteName } from './quote-name.js';

/** What bounds the saved files. */
export interface FileLimits {
  /** `sandbox.maxFileBytes` */
  readonly maxFileBytes: number;
  /** `results.maxStoreBytes`, for each session. */
  readonly maxStoreBytes: number;
  /** `results.ttlSeconds` */
  readonly ttlSeconds: number;
  /** Files of one session. */
  readonly maxFiles: number;
}

/** Names that an error lists; more are counted. */
const maxNamed = 10;

/** Every reason why a file cannot be saved or read, with its words. A name is checked by `checkFileName`. */
export const fileErrors = {
  sameButCase: (name: string, other: string) =>
    new SluiceError(
      'FILE_NAME',
      `${cannot('save', name)}: this session has ${quoteName(other)}, and names must not differ in case alone`,
      { hint: 'Use the same name to replace that file, or another one.' },
    ),
  tooLarge: (
    action: 'save' | 'read',
    name: string,
    sizeBytes: number,
    { maxFileBytes }: FileLimits,
  ) =>
    new SluiceError(
      'FILE_TOO_LARGE',
      `${cannot(action, name)}: it has ${sizeBytes} bytes, and a file may have ${maxFileBytes}`,
      { hint: 'Save less, or several files, or raise sandbox.maxFileBytes.' },
    ),
  tooMany: (name: string, { maxFiles }: FileLimits) =>
    new SluiceError(
      'FILE_QUOTA',
      `${cannot('save', name)}: this session has ${maxFiles} files, and it may have ${maxFiles}`,
      { hint: 'Join small files into one, or use the name of one that is no longer needed.' },
    ),
  overQuota: (name: string, totalBytes: number, { maxStoreBytes }: FileLimits) =>
    new SluiceError(
      'FILE_QUOTA',
      `${cannot('save', name)}: the files of this session would have ${totalBytes} bytes, and they may have ${maxStoreBytes}`,
      {
        hint: 'Replace files that are no longer needed by smaller ones, or raise results.maxStoreBytes.',
      },
    ),
  unknown: (name: string, files: readonly SavedFile[], { ttlSeconds }: FileLimits) =>
    new SluiceError('FILE_UNKNOWN', `${cannot('read', name)}: this session has no such file`, {
      hint:
        files.length === 0
          ? `saveFile(name, data) saves one; it is kept for results.ttlSeconds (${ttlSeconds}) and only for its own session.`
          : `There are: ${listNames(files)}.`,
    }),
  changed: (name: string) =>
    new SluiceError(
      'FILE_UNKNOWN',
      `${cannot('read', name)}: it was removed or replaced from outside`,
      { hint: 'Save it again.' },
    ),
  unreadable: (name: string, errno: string, cause: unknown) =>
    new SluiceError('INTERNAL', `${cannot('read', name)}: reading it from disk failed (${errno})`, {
      cause,
    }),
  diskFailed: (name: string, errno: string, cause: unknown) =>
    new SluiceError('INTERNAL', `${cannot('save', name)}: writing it to disk failed (${errno})`, {
      hint: 'Check free space and access of the folder that Sluice keeps files in.',
      cause,
    }),
  ending: (name: string) =>
    new SluiceError('NOT_AVAILABLE', `${cannot('save', name)}: Sluice is ending`),
};

function cannot(action: 'save' | 'read', name: string): string {
  return `Cannot ${action} the file ${quoteName(name)}`;
}

function listNames(files: readonly SavedFile[]): string {
  const named = files.slice(0, maxNamed).map(({ name }) => quoteName(name));
  const more = files.length > maxNamed ? ` and ${files.length - maxNamed} more` : '';
  return `${named.join(', ')}${more}`;
}
