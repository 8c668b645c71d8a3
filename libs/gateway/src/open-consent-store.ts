import { join } from 'node:path';
import type { ConsentStore, Logger } from '@sluice/contracts';
import { createConsentStore } from '@sluice/store';
import { userFolders } from './folders.js';
import type { Environment } from './node-environment.js';

/**
 * The user's consent store: the one that every gateway of theirs, `sluice approve` and the approval
 * page share. Opening it touches nothing on disk.
 */
export function openConsentStore(environment: Environment, logger: Logger): ConsentStore {
  const folder = join(userFolders(environment).state, 'consent');
  return createConsentStore({ folder, clock: environment.clock, logger });
}
