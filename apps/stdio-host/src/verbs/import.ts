import { applyChanges, describeChange, planImport } from '@sluice/gateway/clients';
import type { ImportPlan } from '@sluice/gateway/clients';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';
import { describeTakeover, takeoverJson } from './describe-takeover.js';

/** What `sluice import` was given. */
export interface ImportOptions {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly workspace: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/**
 * `sluice import`: takes the servers of MCP clients into the configuration. It only adds; secrets go into files of
 * their own.
 *
 * @returns exit code 1 where a file that was found could not be read; the others are taken all the same
 */
export async function importServers(
  options: HostOptions,
  { from, to, workspace, dryRun, json }: ImportOptions,
  terminal: Terminal,
): Promise<number> {
  const { environment, configPath } = options.gateway;
  const plan = await planImport(environment, { from, to: to ?? configPath, workspace });
  if (!dryRun) await applyChanges(plan.changes);
  const isWritten = !dryRun && plan.changes.length > 0;
  if (json) terminal.print(JSON.stringify(toJson(plan, dryRun, isWritten), undefined, 2));
  else terminal.print(toText(plan, dryRun).join('\n'));
  for (const { message, hint } of plan.problems) {
    terminal.note(`sluice: ${message}`);
    if (hint) terminal.note(`  hint: ${hint}`);
  }
  return plan.problems.length > 0 ? 1 : 0;
}

function toText(plan: ImportPlan, dryRun: boolean): readonly string[] {
  const { read, takeover, changes, target } = plan;
  const servers = takeover.added.length;
  const secrets = changes.filter(({ role }) => role === 'secret').length;
  return [
    ...(read.length === 0 ? ['No configuration of an MCP client was found.'] : []),
    ...read.map(({ title, path }) => `${title}: ${path}`),
    ...describeTakeover(plan),
    ...(dryRun ? changes.map(describeChange) : []),
    ...(secrets > 0
      ? [`${count(secrets, 'secret')} kept apart, in files that only you can read.`]
      : []),
    servers === 0
      ? `Nothing is new to ${target}.`
      : dryRun
        ? `Would write ${count(servers, 'server')} into ${target}.`
        : `Wrote ${count(servers, 'server')} into ${target}. Next: sluice doctor`,
  ];
}

function toJson(plan: ImportPlan, dryRun: boolean, isWritten: boolean): object {
  const { target, read, problems, changes } = plan;
  return {
    target,
    written: isWritten,
    read,
    ...takeoverJson(plan),
    problems,
    ...(dryRun && { diff: changes.map(describeChange).join('\n') }),
  };
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
