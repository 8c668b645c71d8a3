import type { Policy } from '@sluice/policy';
import { compileRules } from './compile-rules.js';
import { loadSettings } from './load-settings.js';
import type { Environment } from './node-environment.js';

/**
 * The rules of another configuration file, to try them: nothing else of it counts.
 *
 * @throws SluiceError `CONFIG_*` when it cannot be read, or a rule is outside the grammar
 */
export function loadRules(environment: Environment, path: string): Policy {
  return compileRules(loadSettings(environment, path)).policy;
}
