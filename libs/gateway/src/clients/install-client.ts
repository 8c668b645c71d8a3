import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeServers } from '@sluice/clients';
import { checkUnchanged, digestOf } from '@sluice/store';
import { applyChanges } from './apply-changes.js';
import { decodeText } from './decode-text.js';
import type { FileChange } from './file-change.js';
import { copiedFiles } from './copied-files.js';
import type { CopiedFile } from './copied-files.js';
import { changeAlone } from './change-alone.js';
import { createInstallRecords } from './install-record.js';
import type { InstallRecords } from './install-record.js';
import type { InstallPlan } from './plan-install.js';

/**
 * Does what was planned: keeps a copy of each file, and a record for the way back, before anything is changed.
 *
 * @param stateFolder where records are kept
 * @returns where the copy of the client's file stands, if it was there
 * @throws SluiceError where a file changed meanwhile or cannot be written: everything is as it was
 */
export async function installClient(
  plan: InstallPlan,
  stateFolder: string,
): Promise<{ readonly backup: string | undefined }> {
  if (plan.changes.length === 0) return { backup: undefined };
  return changeAlone(stateFolder, () => installAlone(plan, createInstallRecords(stateFolder)));
}

async function installAlone(plan: InstallPlan, records: InstallRecords) {
  const { client, place, name, moved, changes } = plan;
  for (const { file } of changes) await checkUnchanged(file);
  const old = await records.find(client.id, place.path);
  const oldFiles = old ? await copiedFiles(old, records) : [];
  const files = joinFiles(
    oldFiles,
    changes.map((change) => newFile(change, plan, oldFiles)),
  );
  await records.save(
    {
      client: client.id,
      scope: place.scope,
      path: place.path,
      name,
      moved: [...new Set([...(old?.moved ?? []), ...moved])],
      folders: [...new Set([...(old?.folders ?? []), ...changes.flatMap(missingFolders)])],
    },
    files,
  );
  const saved = await records.find(client.id, place.path);
  try {
    await applyChanges(changes);
  } catch (error) {
    if (old) await records.save(old, oldFiles);
    else if (saved) await records.remove(saved);
    throw error;
  }
  const own = saved?.files.find(({ role }) => role === 'client');
  return { backup: own && records.backupPath(own) };
}

/**
 * What a file goes back to. One that is as an earlier installation left it goes back to what was before that; one
 * that changed since, to what it is now without us.
 */
function newFile(
  { role, file, after }: FileChange,
  { client, place, name }: InstallPlan,
  oldFiles: readonly CopiedFile[],
): CopiedFile {
  const old = oldFiles.find(({ path }) => path === file.path);
  const isUntouched = old?.after === digestOf(file.bytes);
  const path = file.path;
  if (old && isUntouched) return { role, path, after: digestOf(after), before: old.before };
  if (role !== 'client' || file.bytes === undefined)
    return { role, path, after: digestOf(after), before: file.bytes };
  const text = decodeText(path, file.bytes);
  const format = { format: client.format, sections: place.sections };
  const without = removeServers(text, format, [name]);
  const before = without.ok ? Buffer.from(without.text, 'utf8') : file.bytes;
  return { role, path, after: digestOf(after), before };
}

function joinFiles(
  old: readonly CopiedFile[],
  added: readonly CopiedFile[],
): readonly CopiedFile[] {
  const paths = new Set(added.map(({ path }) => path));
  return [...old.filter(({ path }) => !paths.has(path)), ...added];
}

/** Folders above a new file that are not there yet, the deepest first. */
function missingFolders({ file }: FileChange): readonly string[] {
  const missing: string[] = [];
  for (let folder = dirname(file.target); !existsSync(folder); folder = dirname(folder))
    missing.push(folder);
  return missing;
}
