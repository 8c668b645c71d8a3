import type { Clock, ServerDefinition } from '@sluice/contracts';
import { memoryConsentStore } from '@sluice/contracts/testing';
import { createConsents } from '../consents.js';
import type { ConsentsOptions } from '../consents.js';
import { createDefinitionOf } from '../tool-definitions.js';

/** Consents over a store in memory; digests are the texts themselves. */
export function testConsents(
  options: { readonly clock: Clock } & Partial<ConsentsOptions> & {
      readonly servers?: readonly Pick<ServerDefinition, 'name' | 'written' | 'shown'>[];
    },
) {
  const { clock, servers = [] } = options;
  const store = memoryConsentStore(clock);
  const hash = (text: string) => `digest of ${text}`;
  let questions = 0;
  const consents = createConsents({
    store,
    definitionOf: createDefinitionOf({
      serverOf: (server) => servers.find(({ name }) => name === server),
      hash,
    }),
    hash,
    newQuestionId: () => `q_${(questions += 1)}`,
    workspace: '/home/user/project',
    timeoutMs: 300_000,
    ...options,
  });
  return { consents, store };
}
