import { SluiceError, type Approval } from '@sluice/contracts';
import { createLogger, openConsentStore, showLine } from '@sluice/gateway';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';

/** What `sluice approvals` was given. */
export interface ApprovalsOptions {
  readonly action: 'list' | 'revoke' | 'export';
  /** With `revoke`. */
  readonly id?: string;
  readonly json: boolean;
}

/**
 * `sluice approvals`: what was approved to last, in which scope and for which definition; takes one
 * back; prints all of it as one JSON document.
 *
 * @returns exit code 1 when there was nothing to revoke
 */
export async function approvals(
  options: HostOptions,
  { action, id, json }: ApprovalsOptions,
  terminal: Terminal,
): Promise<number> {
  const store = openConsentStore(options.gateway.environment, createLogger(options.log));
  switch (action) {
    case 'list': {
      const all = await store.approvals();
      if (json) terminal.print(JSON.stringify(all, undefined, 2));
      else terminal.print(all.length === 0 ? 'Nothing is approved to last.' : listed(all));
      return 0;
    }
    case 'export': {
      terminal.print(JSON.stringify({ version: 1, approvals: await store.approvals() }, null, 2));
      return 0;
    }
    case 'revoke': {
      if (id === undefined)
        throw new SluiceError('USAGE', 'approvals revoke wants the id of an approval', {
          hint: 'sluice approvals lists them.',
        });
      const isRevoked = await store.revoke(id);
      if (!isRevoked)
        throw new SluiceError('NOT_AVAILABLE', `There is no approval "${showLine(id, 80)}"`, {
          hint: 'sluice approvals lists them.',
        });
      terminal.print(json ? JSON.stringify({ revoked: id }) : `Revoked ${id}.`);
      return 0;
    }
  }
}

function listed(all: readonly Approval[]): string {
  return all
    .map(({ id, toolId, scope, workspace, definition, grantedAt, answeredIn }) =>
      [
        `${id}  ${showLine(toolId, 200)}`,
        `  ${scope}${workspace === undefined ? '' : ` ${showLine(workspace, 300)}`}, since ${new Date(grantedAt).toISOString()}, answered in the ${answeredIn}`,
        `  server: ${showLine(definition.upstream, 300)}`,
      ].join('\n'),
    )
    .join('\n');
}
