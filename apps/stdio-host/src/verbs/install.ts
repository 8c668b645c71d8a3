import {
  createRunningPrograms,
  describeChange,
  installClient,
  planInstall,
} from '@sluice/gateway/clients';
import type { InstallPlan } from '@sluice/gateway/clients';
import { userFolders } from '@sluice/gateway/environment';
import { SluiceError } from '@sluice/contracts';
import { askToWrite } from '../ask-to-write.js';
import { clientProgram } from '../client-program.js';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';
import { describeTakeover, takeoverJson } from './describe-takeover.js';

/** What `sluice install` and `sluice uninstall` are given. */
export interface WritingOptions {
  readonly client: string;
  readonly workspace: boolean;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

/**
 * `sluice install CLIENT`: shows what it would change, asks, and writes Sluice into the client's file; with `move` it
 * takes the client's other servers behind Sluice.
 *
 * @returns exit code 1 when the person said no
 */
export async function install(
  options: HostOptions,
  { move, ...request }: WritingOptions & { readonly move: boolean },
  terminal: Terminal,
): Promise<number> {
  const { environment, configPath, profile } = options.gateway;
  const plan = await planInstall(environment, clientProgram(options), {
    ...request,
    move,
    configPath,
    profile,
  });
  const say = (line: string) => {
    if (!request.json) terminal.print(line);
  };
  if (plan.changes.length === 0) {
    if (request.json) printJson(plan, { written: false }, terminal);
    say(`Sluice stands in ${plan.place.path} already, as "${plan.name}". Nothing was changed.`);
    for (const note of notesOf(plan)) say(note);
    return 0;
  }
  plan.changes.map(describeChange).forEach(say);
  describeTakeover(plan).forEach(say);
  if (request.dryRun) {
    if (request.json) printJson(plan, { written: false }, terminal);
    say('Nothing was written (--dry-run).');
    return 0;
  }
  const running = await createRunningPrograms(environment)();
  if (plan.client.programs.some((program) => running.has(program)))
    terminal.note(
      `sluice: ${plan.client.title} seems to be running; it may write its own file over this change`,
    );
  if (request.json) requireYes('install', request);
  if (!(await askToWrite('install', `Write this for ${plan.client.title}?`, request.yes, terminal)))
    return refused(terminal);
  const { backup } = await installClient(plan, userFolders(environment).state);
  if (request.json) printJson(plan, { written: true, backup }, terminal);
  say(`Wrote ${plan.place.path}.`);
  if (backup) say(`As it was: ${backup}`);
  for (const note of notesOf(plan)) say(note);
  say(`${plan.client.reload}`);
  say(`Take it back: sluice uninstall ${plan.client.id}${request.workspace ? ' --workspace' : ''}`);
  return 0;
}

/** @throws SluiceError `USAGE`: a question would stand in the middle of the JSON */
export function requireYes(verb: string, { yes }: Pick<WritingOptions, 'yes'>): void {
  if (yes) return;
  throw new SluiceError('USAGE', `sluice ${verb} --json asks nothing, and must be told --yes`, {
    hint: 'Nothing was written. See what it would do with --dry-run.',
  });
}

/** @returns the exit code of a no */
export function refused(terminal: Terminal): number {
  terminal.note('sluice: nothing was written');
  return 1;
}

function notesOf({ launch, isOff, client, name }: InstallPlan): readonly string[] {
  return [
    ...(isOff ? [`"${name}" is switched off in the settings of ${client.title}.`] : []),
    ...(launch.isByNpx
      ? [
          'Sluice runs by npx here, and so will the client start it. A client that does not find npx needs "npm install -g sluice" and "sluice install" again.',
        ]
      : []),
  ];
}

function printJson(plan: InstallPlan, outcome: object, terminal: Terminal): void {
  const { client, place, name, isPresent, isOff, launch, moved, target, changes } = plan;
  terminal.print(
    JSON.stringify(
      {
        client: client.id,
        path: place.path,
        name,
        present: isPresent,
        off: isOff,
        command: [launch.command, ...launch.args],
        moved,
        ...(target !== undefined && { target, ...takeoverJson(plan) }),
        diff: changes.map(describeChange).join('\n'),
        ...outcome,
      },
      undefined,
      2,
    ),
  );
}
