import type { SluiceError } from '@sluice/contracts';
import { configPlaces, type ConfigPlace, type Gateway, type Environment } from '@sluice/gateway';
import { howToConfigure } from '../verbs/how-to-configure.js';
import type { Check } from './check.js';
import { count } from './count.js';

/** Which files were read and why, what is in them, and what is odd about it. */
export function configChecks(
  gateway: Gateway,
  environment: Environment,
  configPath: string | undefined,
): readonly Check[] {
  const { settings } = gateway;
  const { read } = configPlaces(environment, settings, configPath);
  const warnings = [...settings.warnings, ...gateway.policyDesk.idleRules()];
  return [foundCheck(gateway, read), ...warnings.map(warningCheck)];
}

/** The configuration cannot be used. */
export function brokenConfigCheck({ message, hint }: SluiceError): Check {
  const next = hint ?? 'Correct it; sluice config schema describes every key.';
  return { id: 'config', status: 'problem', detail: message, next };
}

function foundCheck(gateway: Gateway, read: readonly ConfigPlace[]): Check {
  const { servers, policy, policyDefault } = gateway.settings;
  if (read.length === 0)
    return {
      id: 'config',
      status: 'warning',
      detail: 'no configuration file was found, so there are no servers',
      next: howToConfigure(gateway),
    };
  const files = read.map(({ path, by }) => `${path} (${reasons[by]})`).join(', then ');
  const detail = `${files}: ${count(servers.length, 'server')}, ${count(policy.length, 'rule')}, otherwise ${policyDefault}`;
  if (servers.length > 0) return { id: 'config', status: 'ok', detail };
  return { id: 'config', status: 'warning', detail, next: howToConfigure(gateway) };
}

const reasons: Record<ConfigPlace['by'], string> = {
  '--config': 'named by --config, so no other is read',
  SLUICE_CONFIG: 'named by SLUICE_CONFIG, so no other is read',
  TOOLSCRIPT_CONFIG: 'named by TOOLSCRIPT_CONFIG, so no other is read',
  own: 'your own',
  project: 'of the project in this folder',
  client: "another client's",
};

function warningCheck(warning: string): Check {
  return {
    id: 'config.warning',
    status: 'warning',
    detail: warning,
    next: 'Correct it in the file; sluice config schema describes every key.',
  };
}
