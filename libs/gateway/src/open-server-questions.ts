import { randomBytes } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { ConsentAnswer, ConsentQuestion, ConsentStore } from '@sluice/contracts';
import { createServerConsents } from '@sluice/core';
import { createConfigLoader } from './config-loader.js';
import type { ConfigOptions } from './config-loader.js';
import { sha256 } from './sha256.js';

/** Servers of the configuration of here that wait for a person's yes, whether a gateway runs or not. */
export interface ServerQuestions {
  /** One for each, in the order of the configuration; they offer what lasts. */
  pending(): Promise<readonly ConsentQuestion[]>;
  /** Keeps a yes; a no is nothing to keep. For whoever has a person's own hand. */
  settle(question: ConsentQuestion, answer: ConsentAnswer): Promise<void>;
}

/** How long such a question is good for, in milliseconds: a person has it before their eyes. */
const waitsMs = 3_600_000;

/**
 * Opens them. Nothing is started, and nothing is written before a yes.
 *
 * @throws SluiceError `CONFIG_*`
 */
export function openServerQuestions(
  options: ConfigOptions,
  store: Pick<ConsentStore, 'serverApprovals' | 'grantServers'>,
): ServerQuestions {
  const { settings } = createConfigLoader(options).first();
  const consents = createServerConsents({
    store,
    clock: options.environment.clock,
    hash: sha256,
    newQuestionId: () => `q_${randomBytes(16).toString('hex')}`,
    gatewayId: 'here',
    workspace: realpathSync(options.environment.currentFolder),
  });
  return {
    async pending() {
      await consents.admit(settings.servers);
      return consents
        .waiting()
        .map((server) => ({ ...consents.questionAbout([server], waitsMs), scopes: ['always'] }));
    },
    async settle(question, answer) {
      await consents.settle(question, answer, 'terminal');
    },
  };
}
