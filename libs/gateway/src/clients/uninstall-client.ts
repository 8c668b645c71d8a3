import { rmdir } from 'node:fs/promises';
import { sweepBeside } from '@sluice/store';
import { applyChanges } from './apply-changes.js';
import { copiedFiles, handOver } from './copied-files.js';
import { changeAlone } from './change-alone.js';
import { createInstallRecords } from './install-record.js';
import type { InstallRecords } from './install-record.js';
import type { UninstallPlan } from './plan-uninstall.js';

/**
 * Does what was planned, then forgets the installation with its copies. What other installations may still need of
 * it is from now on theirs to take back. Folders that it made go if nothing else came into them.
 *
 * @throws SluiceError where a file changed meanwhile or cannot be written: everything is as it was
 */
export async function uninstallClient(plan: UninstallPlan, stateFolder: string): Promise<void> {
  await changeAlone(stateFolder, () => uninstallAlone(plan, createInstallRecords(stateFolder)));
}

async function uninstallAlone(plan: UninstallPlan, records: InstallRecords): Promise<void> {
  await applyChanges(plan.changes, 'back');
  for (const record of plan.records) {
    const [heir] = (await records.all()).filter(({ path }) => path !== record.path);
    if (heir) {
      const [leaving, staying] = [
        await copiedFiles(record, records),
        await copiedFiles(heir, records),
      ];
      const folders = [...new Set([...heir.folders, ...record.folders])];
      await records.save({ ...heir, folders }, handOver(leaving, staying));
    }
    await records.remove(record);
    for (const file of record.files) await sweepBeside(file.path);
    for (const folder of record.folders) await rmdir(folder).catch(() => undefined);
  }
}
