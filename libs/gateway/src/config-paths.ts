import { sep } from 'node:path';
import { configCandidates, projectCandidates, readCompatFlag } from '@sluice/config';
import type { Settings } from '@sluice/contracts';
import type { ConfigOptions } from './config-loader.js';
import { placesOf } from './find-client-files.js';
import { toolPipePaths } from './toolpipe-paths.js';
import { pathThatIsMeant } from './path-that-is-meant.js';

/** Files on which the configuration depends, there or not. */
export interface ConfigPaths {
  /** Of the user, the project, the command line, and those whose text is put in. */
  readonly own: readonly string[];
  /** Of other clients, which write into theirs all the time; empty where theirs do not count. */
  readonly clients: readonly string[];
}

/** The paths to look at while these settings are in force. */
export function configPaths(
  { environment, configPath, importPaths = [], discover = true, compat }: ConfigOptions,
  { secretFiles = [], files }: Settings,
): ConfigPaths {
  const { variables, platform, homeFolder, currentFolder } = environment;
  const candidates = configCandidates({
    platform,
    environment: variables,
    homeFolder,
    explicitPath: configPath,
    compat: compat === undefined ? undefined : readCompatFlag(compat),
  });
  const absolute = (path: string) => pathThatIsMeant(path, environment);
  if (candidates.kind === 'explicit')
    return {
      own: [...[candidates.path, ...importPaths].map(absolute), ...secretFiles],
      clients: [],
    };
  const own = [
    ...[...candidates.compatPaths, ...candidates.paths, ...importPaths].map(absolute),
    ...(compat === 'toolpipe' ? toolPipePaths(environment) : []),
    ...projectCandidates(currentFolder, sep),
  ];
  const isFound = compat !== 'toolpipe' && files.some((path) => own.includes(path));
  const places = isFound || !discover ? [] : placesOf(environment);
  const clients = new Set(places.map(({ path }) => path));
  return {
    own: [...new Set([...own, ...secretFiles])].filter((path) => !clients.has(path)),
    clients: [...clients],
  };
}
