import { join } from 'node:path';
import type { Logger, Settings } from '@sluice/contracts';
import { createLearntShapes, type LearntShapes } from '@sluice/core';
import {
  createCallHistory,
  createCatalogueCache,
  createFileStore,
  createLogArchive,
  createPrivateFolder,
  createResultStore,
  createShapeStore,
  createUsageHistory,
  sweepDeadFolders,
} from '@sluice/store';
import { userFolders } from './folders.js';
import type { Environment } from './node-environment.js';
import { openConsentStore } from './open-consent-store.js';
import { sha256 } from './sha256.js';

/** What a gateway keeps on disk. */
export type Stores = Awaited<ReturnType<typeof openStores>>;

/** Files that one session may have at once: a program that needs more of them should need an archive. */
const maxFiles = 1000;

/** Opens all that a gateway keeps in the user's folders; what dead processes left there goes. */
export async function openStores(
  environment: Environment,
  { sandbox, results }: Settings,
  logger: Logger,
) {
  const { clock } = environment;
  const { state, cache } = userFolders(environment);
  const of = (folder: string) => ({ folder: join(state, folder), clock, logger });
  const { maxFileBytes } = sandbox;
  const { maxStoreBytes, ttlSeconds } = results;
  const limits = { maxFileBytes, maxStoreBytes, ttlSeconds, maxFiles };

  const store = createResultStore({ ...of('results'), settings: results });
  const files = await createFileStore({ ...of('files'), limits });
  const consents = openConsentStore(environment, logger);
  const history = createCallHistory(of('calls'));
  const logs = createLogArchive(of('logs'));
  const usage = createUsageHistory(of('usage'));
  const learnt: LearntShapes = createLearntShapes({
    store: createShapeStore({ path: join(cache, 'shapes', 'shapes.json'), logger }),
    clock,
    hash: sha256,
  });
  const windows = createPrivateFolder(join(state, 'runners'), 'runners');
  await sweepDeadFolders(join(state, 'runners'), logger);
  return {
    store,
    files,
    consents,
    history,
    logs,
    usage,
    learnt,
    windows,
    catalogue: createCatalogueCache({ folder: join(cache, 'catalogue'), logger }),
    /** Forgets what is kept for a session. */
    async endSession(sessionId: string): Promise<void> {
      await Promise.all([store, files, consents].map((kept) => kept.endSession(sessionId)));
    },
    /** Never rejects. */
    async close(): Promise<void> {
      const kept = [store, files, history, learnt, logs, usage];
      await Promise.allSettled([...kept.map((one) => one.close()), windows.remove()]);
    },
  };
}
