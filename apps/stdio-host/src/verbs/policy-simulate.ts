import { resolve } from 'node:path';
import { loadRules, showLine, type Outcome, type Simulation } from '@sluice/gateway';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';
import { outcomesText } from './outcomes-text.js';
import { allSettled, withGateway } from './with-gateway.js';

/** What `sluice policy simulate` was given. */
export interface PolicySimulateOptions {
  /** A configuration file with the rules to try; undefined: the rules as they are now. */
  readonly policy?: string;
  readonly json: boolean;
}

/**
 * `sluice policy simulate`: past calls that other rules would decide otherwise: those of a file
 * against the present ones, or the present ones against what was decided then.
 */
export async function policySimulate(
  options: HostOptions,
  { policy, json }: PolicySimulateOptions,
  terminal: Terminal,
): Promise<number> {
  const { environment } = options.gateway;
  const after =
    policy === undefined
      ? undefined
      : loadRules(environment, resolve(environment.currentFolder, policy));
  return withGateway(options, terminal, async (gateway) => {
    await allSettled(gateway, terminal);
    const simulation = await gateway.policyDesk.simulate(after);
    terminal.print(json ? JSON.stringify(simulation, undefined, 2) : lines(simulation).join('\n'));
    return 0;
  });
}

function lines({ calls, changes }: Simulation): readonly string[] {
  if (calls === 0) return ['No past calls are remembered.'];
  const changed = changes.reduce((sum, change) => sum + change.calls, 0);
  return [
    ...changes.flatMap((change) => [
      `${showLine(change.tool, 300)} (${change.calls === 1 ? '1 call' : `${change.calls} calls`}): ${outcomesText(change.before)} becomes ${outcomesText(change.after)}`,
      ...change.before.map((outcome) => `  before: ${outcomeText(outcome)}`),
      ...change.after.map((outcome) => `  after: ${outcomeText(outcome)}`),
    ]),
    `${changed} of ${calls} past calls would be decided otherwise. Arguments are not remembered: where a rule asks for them, all that may come out counts.`,
  ];
}

function outcomeText({ action, by }: Outcome): string {
  return `${action} by ${showLine(by, 1000)}`;
}
