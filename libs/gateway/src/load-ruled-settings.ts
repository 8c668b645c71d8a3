import { readCompatFlag } from '@sluice/config';
import { bareSettings } from './bare-settings.js';
import { compileRules } from './compile-rules.js';
import type { GatewayOptions } from './create-gateway.js';
import type { RuledSettings } from './live-settings.js';
import { loadSettings } from './load-settings.js';

/**
 * The settings that a gateway starts with, and the rules that they make.
 *
 * @throws SluiceError `CONFIG_*`, `USAGE`
 */
export function loadRuledSettings({
  environment,
  isBare = false,
  configPath,
  compat,
  profile,
  note,
}: Pick<
  GatewayOptions,
  'environment' | 'isBare' | 'configPath' | 'compat' | 'profile' | 'note'
>): RuledSettings {
  const settings = isBare
    ? bareSettings(environment)
    : loadSettings(environment, {
        configPath,
        profile,
        compat: compat === undefined ? undefined : readCompatFlag(compat),
      });
  const rules = compileRules(settings, (line) => note(`sluice: warning: ${line}`));
  return { settings, rules };
}
