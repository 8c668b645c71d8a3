import { randomBytes, randomUUID } from 'node:crypto';
import { realpathSync } from 'node:fs';
import type { ConsentStore, Logger, UpstreamSet } from '@sluice/contracts';
import { createConsents, createDefinitionOf, createServerConsents } from '@sluice/core';
import type { Consents } from '@sluice/core';
import type { LiveSettings } from './live-settings.js';
import type { Environment } from './node-environment.js';
import type { ServerDesk } from './server-desk.js';
import { sha256 } from './sha256.js';
import { createTrustDesk } from './trust-desk.js';
import type { TrustDesk } from './trust-desk.js';

/** What people have said: to programs, and to servers. */
export function openConsents(options: {
  readonly live: LiveSettings;
  readonly desk: Pick<ServerDesk, 'added'>;
  readonly upstreams: Pick<UpstreamSet, 'configure'>;
  readonly store: ConsentStore;
  readonly environment: Environment;
  readonly logger: Logger;
}): { readonly consents: Consents; readonly trust: TrustDesk } {
  const { live, desk, upstreams, store, environment, logger } = options;
  const { clock, currentFolder } = environment;
  const common = {
    store,
    clock,
    hash: sha256,
    newQuestionId: () => `q_${randomBytes(16).toString('hex')}`,
    workspace: realpathSync(currentFolder),
  };
  const consents = createConsents({
    ...common,
    definitionOf: createDefinitionOf({
      serverOf: (name) => live.server(name) ?? desk.added(name),
      hash: sha256,
    }),
    timeoutMs: live.settings.consent.timeoutSeconds * 1000,
  });
  const trust = createTrustDesk({
    consents: createServerConsents({ ...common, gatewayId: randomUUID() }),
    store,
    upstreams,
    clock,
    logger,
  });
  return { consents, trust };
}
