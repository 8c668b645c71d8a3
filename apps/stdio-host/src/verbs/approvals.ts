import { SluiceError, type Approval, type ServerApproval } from '@sluice/contracts';
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
      const servers = await store.serverApprovals();
      const lines = [...servers.map(serverLines), ...all.map(toolLines)];
      if (json) terminal.print(JSON.stringify([...servers, ...all], undefined, 2));
      else terminal.print(lines.join('\n') || 'Nothing is approved to last.');
      return 0;
    }
    case 'export': {
      const kept = { approvals: await store.approvals(), servers: await store.serverApprovals() };
      terminal.print(JSON.stringify({ version: 1, ...kept }, null, 2));
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

function toolLines(approval: Approval): string {
  const { id, toolId, scope, workspace, definition, grantedAt, answeredIn } = approval;
  return [
    `${id}  ${showLine(toolId, 200)}`,
    `  ${scope}${workspace === undefined ? '' : ` ${showLine(workspace, 300)}`}, ${since(grantedAt, answeredIn)}`,
    `  server: ${showLine(definition.upstream, 300)}`,
  ].join('\n');
}

function serverLines({ id, name, file, shown, grantedAt, answeredIn }: ServerApproval): string {
  const reach = shown.command?.join(' ') ?? shown.url ?? '';
  return [
    `${id}  start the server ${showLine(name, 200)} of ${showLine(file, 300)}`,
    `  always, ${since(grantedAt, answeredIn)}`,
    `  server: ${showLine(reach, 300)}`,
  ].join('\n');
}

function since(grantedAt: number, answeredIn: string): string {
  return `since ${new Date(grantedAt).toISOString()}, answered in the ${answeredIn}`;
}
