import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSettings, textLimits } from '@sluice/config';
import type { Settings } from '@sluice/contracts';
import { createKeychain } from './create-keychain.js';
import { findConfigFiles } from './find-config-files.js';
import type { FindFlags } from './find-config-files.js';
import type { FoundConfig } from './found-config.js';
import type { Environment } from './node-environment.js';
import { plainFileBytes } from './read-config-text.js';
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
    realPathWithin: plainFileWithin,
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

/** What a folder names must be a file with an end: a pipe in it would keep us from starting. */
function plainFileWithin(folder: string, path: string): string | undefined {
  const real = realPathWithin(folder, path);
  // Four bytes for each of the characters that it may have.
  const bytes = real === undefined ? undefined : plainFileBytes(real);
  return bytes !== undefined && bytes <= 4 * textLimits.insertedFileLength ? real : undefined;
}
