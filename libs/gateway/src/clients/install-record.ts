import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SluiceError } from '@sluice/contracts';
import { makeFolder, writeWholeFile } from '@sluice/store';
import { z } from 'zod';

const fileSchema = z.object({
  role: z.enum(['client', 'config', 'secret']),
  path: z.string(),
  /** Name of the copy beside the record; null: there was no file. */
  backup: z.string().nullable(),
  /** SHA-256 of what was left behind, or `absent`. */
  after: z.string(),
});
const recordSchema = z.object({
  version: z.literal(1),
  client: z.string(),
  scope: z.enum(['user', 'workspace']),
  /** The client's file. */
  path: z.string(),
  /** Names of servers, ours and those that were moved. */
  name: z.string(),
  moved: z.array(z.string()),
  /** Folders that were made for it, the deepest first. */
  folders: z.array(z.string()),
  files: z.array(fileSchema),
});

/** What an installation left behind, for the way back. It holds paths, names and digests; copies of files stand beside it. */
export type InstallRecord = z.infer<typeof recordSchema>;
export type RecordedFile = z.infer<typeof fileSchema>;

/** The records of this user: one for each file of a client. */
export interface InstallRecords {
  find(client: string, path: string): Promise<InstallRecord | undefined>;
  all(): Promise<readonly InstallRecord[]>;
  /** The copy of a file as it was before. */
  backup(record: InstallRecord, file: RecordedFile): Promise<Uint8Array | undefined>;
  /** Where a copy stands, for people. */
  backupPath(file: RecordedFile): string | undefined;
  /** Writes the record and its copies; another one of the same file goes, once the new one is there whole. */
  save(
    record: Omit<InstallRecord, 'version' | 'files'>,
    files: readonly (Omit<RecordedFile, 'backup'> & { readonly before: Uint8Array | undefined })[],
  ): Promise<void>;
  remove(record: InstallRecord): Promise<void>;
}

/** The records in the folder `installs` of the state folder, mode 0700; all files there 0600. */
export function createInstallRecords(stateFolder: string): InstallRecords {
  const folder = join(stateFolder, 'installs');
  const idOf = (client: string, path: string) =>
    `${client}-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`;
  const read = async (name: string): Promise<InstallRecord | undefined> => {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      return recordSchema.parse(JSON.parse(text));
    } catch (error) {
      throw new SluiceError(
        'CONFIG_INVALID',
        `Cannot read ${path}: it is no record of an installation`,
        {
          hint: 'Remove the file; then uninstall takes out only the entry of Sluice.',
          cause: error,
        },
      );
    }
  };
  const backupPath = ({ backup }: RecordedFile) =>
    backup === null ? undefined : join(folder, backup);
  /** Those of killed processes too, and never a record. */
  const removeCopies = async (isMeant: (name: string) => boolean) => {
    for (const name of await readdir(folder).catch(() => []))
      if (isMeant(name) && !name.endsWith('.json')) await rm(join(folder, name), { force: true });
  };
  return {
    find: (client, path) => read(`${idOf(client, path)}.json`),
    async all() {
      const names = await readdir(folder).catch(() => []);
      const records = await Promise.all(
        names
          .filter((name) => name.endsWith('.json'))
          .map((name) => read(name).catch(() => undefined)),
      );
      return records.filter((record) => record !== undefined);
    },
    async backup(_, file) {
      const path = backupPath(file);
      return path === undefined ? undefined : readFile(path);
    },
    backupPath,
    async save(record, files) {
      const id = idOf(record.client, record.path);
      await makeFolder(folder);
      // Never over the copies that a record names: who is killed here leaves that one as good as it was.
      const turn = randomBytes(6).toString('hex');
      try {
        const recorded: RecordedFile[] = [];
        for (const [index, { before, ...file }] of files.entries()) {
          const backup = before === undefined ? null : `${id}.${turn}.${index}.backup`;
          if (backup !== null && before !== undefined)
            await writeFile(join(folder, backup), before, { mode: 0o600, flush: true });
          recorded.push({ ...file, backup });
        }
        const whole: InstallRecord = { version: 1, ...record, files: recorded };
        const text = `${JSON.stringify(whole, undefined, 2)}\n`;
        await writeWholeFile(join(folder, `${id}.json`), text, { replace: true });
      } catch (error) {
        await removeCopies((name) => name.startsWith(`${id}.${turn}.`)).catch(() => undefined);
        throw error;
      }
      await removeCopies((name) => name.startsWith(`${id}.`) && !name.startsWith(`${id}.${turn}.`));
    },
    async remove(record) {
      const id = idOf(record.client, record.path);
      await rm(join(folder, `${id}.json`), { force: true });
      await removeCopies((name) => name.startsWith(`${id}.`));
    },
  };
}
