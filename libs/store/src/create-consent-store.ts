import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SluiceError } from '@sluice/contracts';
import type { Approval, Clock, ConsentStore, Logger, ServerApproval } from '@sluice/contracts';
import { createApprovalFiles } from './approval-files.js';
import { printApproval, readApproval } from './approval-text.js';
import { checkPrivate } from './check-private.js';
import { createQuestionFiles } from './question-files.js';
import { printServerApproval, readServerApproval } from './server-text.js';

/** What {@link createConsentStore} needs. */
export interface ConsentStoreOptions {
  /** Folder of the store, absolute. Several processes may share it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Keeps approvals, questions and answers as files (0600) in folders of their own (0700) below
 * `folder`: `approvals/`, `servers/`, `questions/`, `answers/`. Every file is put into place whole, so that a
 * process that is killed at any point leaves a readable store, and no lock. Nothing is made before
 * there is something to keep.
 *
 * What cannot be trusted or read is refused, naming the file (`CONSENT_UNREADABLE`).
 *
 * @example const consents = createConsentStore({ folder: '/home/ann/.local/state/sluice/consent', clock, logger });
 */
export function createConsentStore({ folder, clock, logger }: ConsentStoreOptions): ConsentStore {
  const approvals = createApprovalFiles<Approval>(join(folder, 'approvals'), {
    placeOf: ({ toolId, scope, workspace }) => ({
      scope,
      readable: toolId,
      key: [toolId, scope, workspace ?? null],
    }),
    print: printApproval,
    read: readApproval,
  });
  const servers = createApprovalFiles<ServerApproval>(join(folder, 'servers'), {
    placeOf: ({ name, file }) => ({ scope: 'server', readable: name, key: [name, file] }),
    print: printServerApproval,
    read: readServerApproval,
  });
  const questions = createQuestionFiles({
    questionsFolder: join(folder, 'questions'),
    answersFolder: join(folder, 'answers'),
    clock,
    logger,
  });
  const guard = guardFolder(folder);
  return {
    approvals: guard(approvals.list),
    grant: guard(approvals.grant),
    serverApprovals: guard(servers.list),
    grantServers: guard(servers.grant),
    revoke: guard(async (id: string) => (await approvals.revoke(id)) || servers.revoke(id)),
    publish: guard(questions.publish),
    pending: guard(questions.pending),
    answer: guard(questions.answer),
    take: guard(questions.take),
    endSession: guard(questions.endSession),
  };
}

/** Refuses a folder above the files that others may change, and says where the system refuses something. */
function guardFolder(folder: string) {
  return <Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      try {
        const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
        });
        if (found) checkPrivate(folder, found);
        return await work(...given);
      } catch (error) {
        const { code, syscall, path = folder } = error as NodeJS.ErrnoException;
        if (error instanceof SluiceError || syscall === undefined) throw error;
        throw new SluiceError('CONSENT_UNREADABLE', `Cannot use ${path}: ${code}`, {
          hint: `What people approve is kept in ${folder}, which must be a folder that you alone can read and write.`,
          cause: error,
        });
      }
    };
}
