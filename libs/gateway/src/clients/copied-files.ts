import { digestOf } from '@sluice/store';
import type { InstallRecord, InstallRecords, RecordedFile } from './install-record.js';

/** A recorded file with what stood there before in hand. */
export type CopiedFile = Omit<RecordedFile, 'backup'> & { readonly before: Uint8Array | undefined };

/** The files of a record with their copies. @throws the system's error where a copy is gone */
export async function copiedFiles(
  record: InstallRecord,
  records: InstallRecords,
): Promise<readonly CopiedFile[]> {
  const files: CopiedFile[] = [];
  for (const file of record.files) {
    const { role, path, after } = file;
    files.push({ role, path, after, before: await records.backup(record, file) });
  }
  return files;
}

/**
 * Our own files of an installation that ends, handed to one that stays: the last to end takes everything back. Where
 * both changed a file, one after the other, the two changes become one.
 */
export function handOver(
  leaving: readonly CopiedFile[],
  staying: readonly CopiedFile[],
): readonly CopiedFile[] {
  const own = leaving.filter(({ role }) => role !== 'client');
  const paths = new Set(staying.map(({ path }) => path));
  return [
    ...staying.map((file) => {
      const other = own.find(({ path }) => path === file.path);
      return other === undefined ? file : (joined(other, file) ?? joined(file, other) ?? file);
    }),
    ...own.filter(({ path }) => !paths.has(path)),
  ];
}

/** Two changes of one file as one, if the second began where the first ended. */
function joined(first: CopiedFile, second: CopiedFile): CopiedFile | undefined {
  return digestOf(second.before) === first.after ? { ...second, before: first.before } : undefined;
}
