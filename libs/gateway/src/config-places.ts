import { resolve, sep } from 'node:path';
import { configCandidates, projectCandidates } from '@sluice/config';
import type { Settings } from '@sluice/contracts';
import type { Environment } from './node-environment.js';

/** A configuration file that was read, and what led to it. */
export interface ConfigPlace {
  readonly path: string;
  /** `own`: the user's; `project`: of the current folder; `client`: of an installed MCP client. */
  readonly by: '--config' | 'SLUICE_CONFIG' | 'TOOLSCRIPT_CONFIG' | 'own' | 'project' | 'client';
}

/** Says of each configuration file why it is one, and where the user's own would stand. */
export function configPlaces(
  { variables, platform, homeFolder, currentFolder }: Environment,
  { files }: Pick<Settings, 'files'>,
  configPath?: string,
): { readonly read: readonly ConfigPlace[]; readonly ownPath: string | undefined } {
  const candidates = configCandidates({
    platform,
    environment: variables,
    homeFolder,
    explicitPath: configPath,
  });
  if (candidates.kind === 'explicit')
    return { read: files.map((path) => ({ path, by: candidates.from })), ownPath: undefined };
  const own = candidates.paths.map((path) => resolve(currentFolder, path));
  const project = projectCandidates(currentFolder, sep);
  const by = (path: string) =>
    own.includes(path) ? 'own' : project.includes(path) ? 'project' : 'client';
  return { read: files.map((path) => ({ path, by: by(path) })), ownPath: own[0] };
}
