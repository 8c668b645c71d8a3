import { describeChange, planUninstall, uninstallClient } from '@sluice/gateway/clients';
import type { UninstallPlan } from '@sluice/gateway/clients';
import { userFolders } from '@sluice/gateway/environment';
import { askToWrite } from '../ask-to-write.js';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';
import { refused, requireYes } from './install.js';
import type { WritingOptions } from './install.js';

/**
 * `sluice uninstall CLIENT`: makes the client's file what it was before `sluice install`, or takes only our entry out
 * of one that changed since.
 *
 * @returns exit code 1 when the person said no
 */
export async function uninstall(
  options: HostOptions,
  request: WritingOptions,
  terminal: Terminal,
): Promise<number> {
  const { environment } = options.gateway;
  const { state } = userFolders(environment);
  const plan = await planUninstall(environment, state, request);
  const say = (line: string) => {
    if (!request.json) terminal.print(line);
  };
  const report = (written: boolean) => {
    if (request.json) terminal.print(JSON.stringify(toJson(plan, written), undefined, 2));
  };
  if (plan.kind === 'absent') {
    report(false);
    say(`Sluice stands in no file of ${plan.client.title}. Nothing was changed.`);
    return 0;
  }
  plan.changes.map(describeChange).forEach(say);
  if (request.dryRun) {
    report(false);
    say(`Nothing was written (--dry-run).`);
    return 0;
  }
  if (request.json) requireYes('uninstall', request);
  const question = `Take Sluice out of ${plan.client.title}?`;
  if (!(await askToWrite('uninstall', question, request.yes, terminal))) return refused(terminal);
  await uninstallClient(plan, state);
  report(true);
  outcomeOf(plan).forEach(say);
  return 0;
}

function outcomeOf({ kind, path, putBack, kept, client }: UninstallPlan): readonly string[] {
  return [
    kind === 'restored'
      ? `${path} is byte for byte what it was before.`
      : `${path} changed since the installation: only what Sluice wrote was taken out.`,
    ...(putBack.length > 0 ? [`Back in it: ${putBack.join(', ')}.`] : []),
    ...kept.map((one) => `${one.path} stays as it is: ${one.reason}.`),
    client.reload,
  ];
}

function toJson(plan: UninstallPlan, written: boolean): object {
  const { client, path, kind, putBack, kept, changes } = plan;
  return {
    client: client.id,
    path,
    kind,
    putBack,
    kept,
    diff: changes.map(describeChange).join('\n'),
    written,
  };
}
