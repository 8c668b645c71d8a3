import { existsSync } from 'node:fs';
import { SluiceError } from '@sluice/contracts';
import type { Policy } from '@sluice/policy';
import { compileRules } from './compile-rules.js';
import { loadSettings } from './load-settings.js';
import type { Environment } from './node-environment.js';

/**
 * The rules of another configuration file, to try them: nothing else of it counts.
 *
 * @throws SluiceError `USAGE` when there is no such file, `CONFIG_*` when it cannot be read, or a rule is outside the grammar
 */
export function loadRules(environment: Environment, path: string): Policy {
  if (!existsSync(path))
    throw new SluiceError('USAGE', `Cannot read the rules ${path}: there is no such file`, {
      hint: 'Name a configuration file with the rules to try.',
    });
  return compileRules(loadSettings(environment, { configPath: path })).policy;
}
