import { join } from 'node:path';
import type { Clock, ConsentStore, Logger } from '@sluice/contracts';
import { createApprovalFiles } from './approval-files.js';
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
  return {
    approvals: approvals.list,
    grant: approvals.grant,
    revoke: approvals.revoke,
    ...questions,
  };
}
