import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import {
  chooseConfigFile,
  configCandidates,
  projectCandidates,
  readSettings,
  textLimits,
} from '@sluice/config';
import type { CompatName, ConfigFile } from '@sluice/config';
import { SluiceError, toSluiceError, type Settings } from '@sluice/contracts';
import type { Environment } from './node-environment.js';
import { createKeychain } from './create-keychain.js';
import { realPathWithin } from './real-path-within.js';
import { createConfigCommand } from './run-config-command.js';

/** What of the command line decides on the settings. */
export interface SettingsFlags {
  /** `--config`. */
  readonly configPath?: string | undefined;
  readonly compat?: CompatName | undefined;
  /** `--profile`. */
  readonly profile?: string | undefined;
}

/**
 * Finds, reads and checks the configuration: `--config`, else `SLUICE_CONFIG`, else the user's own
 * file, or with `compat` that product's, and that of the project in the current folder, else defaults without servers.
 *
 * @throws SluiceError `CONFIG_*`, naming the file, the place and what to do.
 */
export function loadSettings(
  environment: Environment,
  { configPath, compat, profile }: SettingsFlags,
): Settings {
  const { variables, platform, homeFolder, currentFolder } = environment;
  const candidates = configCandidates({
    platform,
    environment: variables,
    homeFolder,
    explicitPath: configPath,
    compat,
  });
  const absolute = (path: string) =>
    resolve(
      currentFolder,
      path.replace(/^~(?=[/\\]|$)/, () => homeFolder),
    );
  const found = chooseConfigFile(candidates, (path) => existsSync(absolute(path)));
  const isOwn = candidates.kind === 'user' && candidates.paths.includes(found ?? '');
  const origin = isOwn ? 'own' : 'named';
  const main: ConfigFile[] =
    found === undefined
      ? []
      : [{ path: absolute(found), text: readConfigText(absolute(found)), origin }];
  const project = candidates.kind === 'user' ? findProject(currentFolder, main[0]?.path) : nothing;
  const secretFiles = new Set<string>();
  const runCommand = createConfigCommand(environment);
  const settings = readSettings({
    files: [...main, ...project.files],
    compat,
    environment: variables,
    homeFolder,
    readTextFile(path) {
      secretFiles.add(path);
      return readFileSync(path, 'utf8');
    },
    realPathWithin,
    resolvePath: (folder, path) => resolve(folder, path),
    profile,
    runCommand,
    readKeychain: createKeychain(platform, runCommand),
  });
  const isCompat = candidates.kind === 'user' && found !== undefined && !isOwn;
  const place = isCompat
    ? [`with --compat ${compat}, ${found} is read instead of your own configuration`]
    : [];
  return {
    ...settings,
    secretFiles: [...secretFiles],
    warnings: [...place, ...project.warnings, ...settings.warnings],
  };
}

interface Project {
  readonly files: readonly ConfigFile[];
  readonly warnings: readonly string[];
}

const nothing: Project = { files: [], warnings: [] };

/** The one file of the project. Nothing in a folder may keep us from starting, so that what is wrong is a warning. */
function findProject(folder: string, ownPath: string | undefined): Project {
  const paths = projectCandidates(folder, sep).filter((path) => path !== ownPath && isFile(path));
  const [path, ...others] = paths;
  if (path === undefined) return nothing;
  if (others.length > 0)
    return { files: [], warnings: [`${paths.join(' and ')} all exist: none of them is used`] };
  try {
    return { files: [{ path, text: readConfigText(path), origin: 'project' }], warnings: [] };
  } catch (error) {
    return { files: [], warnings: [toSluiceError(error).message] };
  }
}

/** A pipe or a device in its place would never end. */
function isFile(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && stats.isFile() && stats.size <= maxProjectBytes;
}

/** Four bytes for each of the characters that a configuration may have. */
const maxProjectBytes = 4 * textLimits.fileLength;

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
