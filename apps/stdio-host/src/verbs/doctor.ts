import { toSluiceError, type UpstreamStatus } from '@sluice/contracts';
import { createGateway, createLogger, type Gateway } from '@sluice/gateway';
import type { HostOptions } from '../host-options.js';
import type { Terminal } from '../terminal.js';
import { howToConfigure } from './how-to-configure.js';
import { stderrLines } from './stderr-lines.js';
import { allSettled } from './with-gateway.js';

/** One thing that was looked at, and the next step where it is not well. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly next?: string;
}

/**
 * `sluice doctor`: checks the configuration, Deno and the sandbox, and every upstream; one line each,
 * with one next step where something is wrong.
 *
 * @returns exit code 1 when something is wrong.
 */
export async function doctor(
  options: HostOptions,
  { json }: { readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const checks = await runChecks(options, terminal);
  terminal.print(
    json
      ? JSON.stringify({ ok: checks.every((check) => check.ok), checks }, undefined, 2)
      : checks.map(checkLines).join('\n'),
  );
  return checks.every((check) => check.ok) ? 0 : 1;
}

async function runChecks(options: HostOptions, terminal: Terminal): Promise<readonly Check[]> {
  let gateway: Gateway;
  try {
    gateway = await createGateway({
      ...options.gateway,
      // Every failure is among the checks.
      logger: createLogger({ ...options.log, level: options.log.level ?? 'error' }),
      note: () => undefined,
    });
  } catch (error) {
    const { message, hint } = toSluiceError(error);
    return [{ name: 'configuration', ok: false, detail: message, next: hint }];
  }
  try {
    const sandbox = await sandboxCheck(gateway);
    await allSettled(gateway, terminal);
    return [
      ...configurationChecks(gateway),
      sandbox,
      ...gateway.upstreams.statuses().map(upstreamCheck),
    ];
  } finally {
    await gateway.close();
  }
}

function configurationChecks(gateway: Gateway): readonly Check[] {
  const { settings } = gateway;
  const { files, servers, warnings } = settings;
  const found: Check =
    files.length > 0
      ? {
          name: 'configuration',
          ok: true,
          detail: `${files.join(', ')}: ${count(servers.length, 'server')}, ${count(settings.policy.length, 'rule')}, otherwise ${settings.policyDefault}`,
        }
      : {
          name: 'configuration',
          ok: false,
          detail: 'no configuration file was found',
          next: howToConfigure(gateway),
        };
  return [
    found,
    ...[...warnings, ...gateway.policyDesk.idleRules()].map((warning) => ({
      name: 'configuration',
      ok: true,
      detail: `warning: ${warning}`,
    })),
  ];
}

async function sandboxCheck(gateway: Gateway): Promise<Check> {
  const found = await gateway.runner.inspect();
  if (!found.ok) return { name: 'sandbox', ok: false, detail: found.message, next: found.hint };
  const { denoVersion, denoPath, layers, protections, problems } = found;
  const named = (isGiven: boolean) =>
    protections
      .filter(({ by }) => by.length > 0 === isGiven)
      .map(({ name }) => name)
      .join(', ') || 'nothing';
  const detail = [
    `Deno ${denoVersion} at ${denoPath}`,
    `layers ${layers.join(', ')}`,
    `kept by the system itself: ${named(true)}; not: ${named(false)}`,
    ...problems.map((problem) => `not used: ${problem}`),
  ].join('; ');
  return { name: 'sandbox', ok: true, detail };
}

function upstreamCheck(status: UpstreamStatus): Check {
  const name = `server ${status.name}`;
  if (status.state === 'disabled')
    return { name, ok: true, detail: 'disabled in the configuration' };
  if (status.state === 'ready') {
    const noise =
      status.noiseLines > 0
        ? `; not protocol on its stdout: ${count(status.noiseLines, 'line')}`
        : '';
    return { name, ok: true, detail: `ready, ${count(status.toolCount, 'tool')}${noise}` };
  }
  const lines = [status.error?.message ?? status.state, ...stderrLines(status)];
  return {
    name,
    ok: false,
    detail: lines.join('\n     '),
    next: status.error?.hint,
  };
}

function checkLines({ name, ok, detail, next }: Check): string {
  const line = `${ok ? 'ok  ' : 'FAIL'} ${name}: ${detail}`;
  return next ? `${line}\n     next: ${next}` : line;
}

function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}
