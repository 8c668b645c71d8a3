import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { chooseConfigFile, configCandidates, projectCandidates, textLimits } from '@sluice/config';
import type { CompatName, ConfigFile } from '@sluice/config';
import { toSluiceError } from '@sluice/contracts';
import { findClientFiles } from './find-client-files.js';
import { findToolPipeFiles } from './find-toolpipe-files.js';
import type { FoundConfig } from './found-config.js';
import type { Environment } from './node-environment.js';
import { realPathWithin } from './real-path-within.js';
import { plainFileBytes, readConfigText, tooLargeFile } from './read-config-text.js';
import { pathThatIsMeant } from './path-that-is-meant.js';

/** What of the command line decides on the files. */
export interface FindFlags {
  /** `--config`. */
  readonly configPath?: string | undefined;
  /** Files to read besides. @default none */
  readonly importPaths?: readonly string[] | undefined;
  /** Whether servers of other clients are looked for. @default true */
  readonly discover?: boolean | undefined;
  readonly compat?: CompatName | undefined;
}

/** Four bytes for each of the characters that a configuration may have. */
const maxProjectBytes = 4 * textLimits.fileLength;

/**
 * Finds and reads the configuration files: the one of `--config`, else of `SLUICE_CONFIG`, else the user's own, or with
 * `compat` that product's, and that of the project in the current folder. Where there is none of these, and for ToolPipe in
 * any case, those of the user's other MCP clients.
 *
 * @throws SluiceError `CONFIG_NOT_FOUND`, `CONFIG_INVALID` for the user's own
 */
export function findConfigFiles(
  environment: Environment,
  { configPath, importPaths = [], discover = true, compat }: FindFlags,
): FoundConfig {
  const { variables, platform, homeFolder, currentFolder } = environment;
  const candidates = configCandidates({
    platform,
    environment: variables,
    homeFolder,
    explicitPath: configPath,
    compat,
  });
  const absolute = (path: string) => pathThatIsMeant(path, environment);
  const chosen = chooseConfigFile(candidates, (path) => existsSync(absolute(path)));
  const path = chosen && absolute(chosen);
  const isOwn = candidates.kind === 'user' && candidates.paths.includes(chosen ?? '');
  const main: readonly ConfigFile[] =
    path === undefined
      ? []
      : [{ path, text: readConfigText(path), origin: isOwn ? 'own' : 'named' }];
  const imports = importPaths.map((name): ConfigFile => {
    const place = absolute(name);
    return { path: place, text: readConfigText(place) };
  });
  const found: FoundConfig[] = [{ files: [...main, ...imports], warnings: [], unusable: [] }];
  if (candidates.kind === 'explicit') return joinFound(found);
  if (path !== undefined && !isOwn)
    found.push({
      files: [],
      warnings: [`with --compat ${compat}, ${chosen} is read instead of your own configuration`],
      unusable: [],
    });
  const project = findProject(currentFolder, path);
  if (project !== undefined) found.push(project);
  // ToolPipe looks for servers whatever it is told beside.
  if (compat === 'toolpipe') found.push(findToolPipeFiles(environment));
  const isFound = path !== undefined || project !== undefined || imports.length > 0;
  if (discover && (compat === 'toolpipe' || !isFound)) found.push(findClientFiles(environment));
  return joinFound(found);
}

function joinFound(found: readonly FoundConfig[]): FoundConfig {
  return {
    files: found.flatMap(({ files }) => files),
    warnings: found.flatMap(({ warnings }) => warnings),
    unusable: found.flatMap(({ unusable }) => unusable),
  };
}

/** The one file of the project. Nothing in a folder may keep us from starting, so that what is wrong is a warning. */
function findProject(folder: string, ownPath: string | undefined): FoundConfig | undefined {
  const isThere = (path: string) => path !== ownPath && plainFileBytes(path) !== undefined;
  const paths = projectCandidates(folder, sep).filter(isThere);
  const [path, ...others] = paths;
  if (path === undefined) return undefined;
  if (others.length > 0)
    return passOver(paths, `${paths.join(' and ')} all exist: none of them is used`);
  // What it says in errors would be words of another file.
  if (realPathWithin(folder, path) === undefined)
    return passOver(paths, `${path} leads out of its folder: it is not used`);
  if ((plainFileBytes(path) ?? 0) > maxProjectBytes)
    return passOver(paths, tooLargeFile(path, maxProjectBytes));
  try {
    const file: ConfigFile = { path, text: readConfigText(path), origin: 'project' };
    return { files: [file], warnings: [], unusable: [] };
  } catch (error) {
    return passOver(paths, toSluiceError(error).message);
  }
}

function passOver(unusable: readonly string[], warning: string): FoundConfig {
  return { files: [], warnings: [warning], unusable };
}
