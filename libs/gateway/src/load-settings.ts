import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSettings } from '@sluice/config';
import type { Settings } from '@sluice/contracts';
import { createKeychain } from './create-keychain.js';
import { findConfigFiles } from './find-config-files.js';
import type { FindFlags } from './find-config-files.js';
import type { FoundConfig } from './found-config.js';
import type { Environment } from './node-environment.js';
import { realPathWithin } from './real-path-within.js';
import { createConfigCommand } from './run-config-command.js';

/** What of the command line decides on the settings. */
export interface SettingsFlags extends FindFlags {
  /** `--profile`. */
  readonly profile?: string | undefined;
}

/**
 * Finds, reads and checks the configuration.
 *
 * @param found what was found already @default what is there
 * @throws SluiceError `CONFIG_*`, naming the file, the place and what to do.
 */
export function loadSettings(
  environment: Environment,
  flags: SettingsFlags,
  found: FoundConfig = findConfigFiles(environment, flags),
): Settings {
  const { variables, platform, homeFolder } = environment;
  const secretFiles = new Set<string>();
  const runCommand = createConfigCommand(environment);
  const settings = readSettings({
    files: found.files,
    compat: flags.compat,
    environment: variables,
    homeFolder,
    readTextFile(path) {
      secretFiles.add(path);
      return readFileSync(path, 'utf8');
    },
    realPathWithin,
    resolvePath: (folder, path) => resolve(folder, path),
    profile: flags.profile,
    runCommand,
    readKeychain: createKeychain(platform, runCommand),
  });
  return {
    ...settings,
    secretFiles: [...secretFiles],
    warnings: [...found.warnings, ...settings.warnings],
  };
}
