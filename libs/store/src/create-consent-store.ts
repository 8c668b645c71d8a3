import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { SluiceError } from '@sluice/contracts';
import type { Clock, ConsentStore, Logger } from '@sluice/contracts';
import { createApprovalFiles } from './approval-files.js';
import { checkPrivate } from './check-private.js';
import { createQuestionFiles } from './question-files.js';

/** What {@link createConsentStore} needs. */
export interface ConsentStoreOptions {
  /** Folder of the store, absolute. Several processes may share it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Keeps approvals, questions and answers as files (0600) in folders of their own (0700) below
 * `folder`: `approvals/`, `questions/`, `answers/`. Every file is put into place whole, so that a
 * process that is killed at any point leaves a readable store, and no lock. Nothing is made before
 * there is something to keep.
 *
 * What cannot be trusted or read is refused, naming the file (`CONSENT_UNREADABLE`).
 *
 * @example const consents = createConsentStore({ folder: '/home/ann/.local/state/sluice/consent', clock, logger });
 */
export function createConsentStore({ folder, clock, logger }: ConsentStoreOptions): ConsentStore {
  const approvals = createApprovalFiles(join(folder, 'approvals'));
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
    revoke: guard(approvals.revoke),
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
