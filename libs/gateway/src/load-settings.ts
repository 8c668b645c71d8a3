import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chooseConfigFile, configCandidates, readSettings } from '@sluice/config';
import type { CompatName } from '@sluice/config';
import { SluiceError, type Settings } from '@sluice/contracts';
import type { Environment } from './node-environment.js';

/**
 * Finds, reads and checks the configuration: `--config`, else `SLUICE_CONFIG`, else the user's own
 * file, else defaults without servers.
 *
 * @throws SluiceError `CONFIG_*`, naming the file, the place and what to do.
 */
export function loadSettings(
  environment: Environment,
  explicitPath: string | undefined,
  compat?: CompatName,
): Settings {
  const { variables, platform, homeFolder, currentFolder } = environment;
  const candidates = configCandidates({
    platform,
    environment: variables,
    homeFolder,
    explicitPath,
  });
  const absolute = (path: string) =>
    resolve(
      currentFolder,
      path.replace(/^~(?=[/\\]|$)/, () => homeFolder),
    );
  const found = chooseConfigFile(candidates, (path) => existsSync(absolute(path)));
  return readSettings({
    files:
      found === undefined ? [] : [{ path: absolute(found), text: readConfigText(absolute(found)) }],
    compat,
    environment: variables,
    homeFolder,
    readTextFile: (path) => readFileSync(path, 'utf8'),
    resolvePath: (folder, path) => resolve(folder, path),
  });
}

function readConfigText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const reason = reasonOf((error as NodeJS.ErrnoException).code);
    throw new SluiceError('CONFIG_NOT_FOUND', `Cannot read the configuration ${path}: ${reason}`, {
      hint: 'Name a file that you may read.',
      cause: error,
    });
  }
}

function reasonOf(code: string | undefined): string {
  switch (code) {
    case 'EISDIR':
      return 'it is a folder';
    case 'EACCES':
    case 'EPERM':
      return 'it may not be read';
    default:
      return `the system says ${code ?? 'nothing about it'}`;
  }
}
