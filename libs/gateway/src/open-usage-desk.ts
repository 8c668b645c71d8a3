import { join } from 'node:path';
import { defaultResults } from '@sluice/config';
import type {
  ArchivedResult,
  Logger,
  PastLogEntry,
  RemovedResults,
  ValueLook,
} from '@sluice/contracts';
import { describeStart } from '@sluice/core';
import { createLogArchive, createUsageHistory, openResultArchive } from '@sluice/store';
import { userFolders } from './folders.js';
import type { Environment } from './node-environment.js';
import { sumUsage } from './sum-usage.js';
import type { UsageTotals } from './sum-usage.js';

/** Answers the operator about what all sessions keep, printed and moved, whether their processes live or not. */
export interface UsageDesk {
  stats(): Promise<UsageStats>;
  results(): Promise<readonly ArchivedResult[]>;
  /** @throws SluiceError `RESULT_UNKNOWN` */
  inspect(ref: string): Promise<ArchivedResult & ValueLook>;
  /** Oldest first. */
  logs(): Promise<readonly PastLogEntry[]>;
  /** Removes results whose time is up, and logs that nobody has added to for a day. */
  clean(): Promise<RemovedResults & { readonly logBytes: number }>;
}

/** What all sessions moved, and what the store holds now. */
export interface UsageStats extends UsageTotals {
  readonly store: { readonly results: number; readonly sizeBytes: number };
}

/** Logs are removed file by file, when the last line is so old, in milliseconds. */
const keepLogsMs = 86_400_000;

/** As much of a result as is looked at, in bytes. */
const maxLookBytes = 33_554_432;

/** Opens the desk. That touches nothing on disk and needs no configuration: what is broken can be looked at, too. */
export function openUsageDesk({ clock, ...environment }: Environment, logger: Logger): UsageDesk {
  const { state } = userFolders({ clock, ...environment });
  const archive = openResultArchive({ folder: join(state, 'results'), clock });
  const logs = createLogArchive({ folder: join(state, 'logs'), clock, logger });
  const usage = createUsageHistory({ folder: join(state, 'usage'), clock, logger });
  return {
    async stats() {
      const results = await archive.list();
      const sizeBytes = results.reduce((sum, result) => sum + result.sizeBytes, 0);
      return { ...sumUsage(await usage.read()), store: { results: results.length, sizeBytes } };
    },
    results: archive.list,
    async inspect(ref) {
      const { result, bytes } = await archive.read(ref, maxLookBytes);
      return { ...result, ...describeStart(result, bytes, defaultResults.previewMaxBytes) };
    },
    logs: logs.read,
    async clean() {
      const removed = await archive.removeExpired();
      return { ...removed, logBytes: await logs.removeBefore(clock.now() - keepLogsMs) };
    },
  };
}
