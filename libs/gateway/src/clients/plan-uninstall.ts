import { copyServers, removeServers } from '@sluice/clients';
import type { ClientPlace, McpClient } from '@sluice/clients';
import { entryStartsSluice } from '@sluice/config';
import { SluiceError } from '@sluice/contracts';
import { digestOf, readUserFile } from '@sluice/store';
import type { Environment } from '../node-environment.js';
import { decodeText } from './decode-text.js';
import type { FileChange } from './file-change.js';
import { toSource } from './find-sources.js';
import { createInstallRecords } from './install-record.js';
import type { InstallRecord, InstallRecords } from './install-record.js';
import { changeOf, clientOf, edited, placesOf } from './plan-install.js';

/** What of the command line decides on the way back. */
export interface UninstallRequest {
  readonly client: string;
  readonly workspace: boolean;
}

/** What the way back would do; nothing is written yet. */
export interface UninstallPlan {
  readonly client: McpClient;
  /** The client's file; undefined where Sluice stands in none. */
  readonly path: string | undefined;
  /**
   * `restored`: byte for byte what it was before; `edited`: only our entry goes, for the file changed since; `absent`:
   * there is nothing to take back.
   */
  readonly kind: 'restored' | 'edited' | 'absent';
  /** Names of servers that are put back. */
  readonly putBack: readonly string[];
  /** Our own files that stay although they were written for it, and why. */
  readonly kept: readonly { readonly path: string; readonly reason: string }[];
  readonly changes: readonly FileChange[];
  readonly records: readonly InstallRecord[];
}

/**
 * Plans the way back. A file that is as the installation left it becomes byte for byte what it was; of one that
 * changed since only our entry is taken, and the servers that were moved are put back.
 *
 * @throws SluiceError `USAGE` as {@link planInstall} does; `CONFIG_*` for a file that cannot be read or changed
 */
export async function planUninstall(
  environment: Environment,
  stateFolder: string,
  { client: word, workspace }: UninstallRequest,
): Promise<UninstallPlan> {
  const client = clientOf(word);
  const records = createInstallRecords(stateFolder);
  const places = placesOf(environment, client, workspace);
  for (const place of places) {
    const record = await records.find(client.id, place.path);
    if (record) return planBack(client, place, record, records);
  }
  for (const place of places) {
    const file = await readUserFile(place.path);
    const text = decodeText(place.path, file.bytes);
    const names = toSource(environment, place, text)
      .servers.filter(({ entry }) => entryStartsSluice(entry))
      .map(({ name }) => name);
    if (names.length === 0) continue;
    const format = { format: client.format, sections: place.sections };
    const after = edited(place.path, removeServers(text, format, names));
    return {
      ...nothing,
      client,
      path: place.path,
      kind: 'edited',
      changes: changeOf(file, text, after),
    };
  }
  return { ...nothing, client, path: undefined, kind: 'absent' };
}

const nothing = {
  putBack: [],
  kept: [],
  changes: [],
  records: [],
} satisfies Partial<UninstallPlan>;

async function planBack(
  client: McpClient,
  place: ClientPlace,
  record: InstallRecord,
  records: InstallRecords,
): Promise<UninstallPlan> {
  const own = record.files.find(({ role }) => role === 'client');
  const file = await readUserFile(place.path);
  const rest = await planOwnFiles(record, records);
  const common = {
    client,
    path: place.path,
    putBack: record.moved,
    records: [record],
    kept: rest.kept,
  };
  const before = own && (await readCopy(record, own, records));
  if (own && digestOf(file.bytes) === own.after) {
    const change: FileChange = { role: 'client', file, after: before };
    return { ...common, kind: 'restored', changes: [change, ...rest.changes] };
  }
  // An installation that was killed before it came to this file.
  if (own && digestOf(file.bytes) === digestOf(before))
    return { ...common, kind: 'restored', putBack: [], changes: rest.changes };
  const text = decodeText(place.path, file.bytes);
  const format = { format: client.format, sections: place.sections };
  const without =
    text.trim() === '' ? text : edited(place.path, removeServers(text, format, [record.name]));
  const copy = decodeText(place.path, before);
  const back = edited(place.path, copyServers(copy, without, format, record.moved));
  return { ...common, kind: 'edited', changes: [...changeOf(file, text, back), ...rest.changes] };
}

async function readCopy(
  record: InstallRecord,
  file: InstallRecord['files'][number],
  records: InstallRecords,
): Promise<Uint8Array | undefined> {
  try {
    return await records.backup(record, file);
  } catch (error) {
    const copy = records.backupPath(file) ?? '';
    throw new SluiceError(
      'CONFIG_NOT_FOUND',
      `Cannot restore ${file.path}: its copy ${copy} is gone`,
      {
        hint: 'Take the entry of Sluice out by hand.',
        cause: error,
      },
    );
  }
}

/** Our configuration and its secrets go back too, unless other clients need them or somebody changed them. */
async function planOwnFiles(record: InstallRecord, records: InstallRecords) {
  const others = (await records.all()).filter(({ path }) => path !== record.path);
  const changes: FileChange[] = [];
  const kept: { path: string; reason: string }[] = [];
  const own = record.files.filter(({ role }) => role !== 'client');
  const states = await Promise.all(own.map(({ path }) => readUserFile(path)));
  const config = own.findIndex(({ role }) => role === 'config');
  const isChanged =
    config >= 0 && !(await isOurs(record, own[config], states[config]?.bytes, records));
  for (const [index, recorded] of own.entries()) {
    const file = states[index];
    if (file === undefined || file.bytes === undefined) continue;
    if (others.length > 0)
      kept.push({ path: file.path, reason: 'other clients are installed, and may need it' });
    else if (isChanged || !(await isOurs(record, recorded, file.bytes, records)))
      kept.push({ path: file.path, reason: 'the configuration changed since' });
    else if (digestOf(file.bytes) === recorded.after)
      changes.push({ role: recorded.role, file, after: await readCopy(record, recorded, records) });
  }
  return { changes, kept };
}

/** As the installation left it, or as it found it: one that was killed may not have come to it. */
async function isOurs(
  record: InstallRecord,
  recorded: InstallRecord['files'][number] | undefined,
  now: Uint8Array | undefined,
  records: InstallRecords,
): Promise<boolean> {
  if (recorded === undefined) return false;
  const digest = digestOf(now);
  return (
    digest === recorded.after || digest === digestOf(await readCopy(record, recorded, records))
  );
}
