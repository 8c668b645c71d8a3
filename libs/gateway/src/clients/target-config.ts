import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chooseConfigFile, configCandidates } from '@sluice/config';
import type { Environment } from '../node-environment.js';
import { pathThatIsMeant } from '../path-that-is-meant.js';

/**
 * The configuration into which servers are taken: the one that is named, be it there or not, else the user's own,
 * which is `sluice.jsonc` where there is none.
 *
 * @param named of `--to` or `--config`
 * @throws SluiceError `CONFIG_INVALID` where the user has several
 */
export function targetConfig(environment: Environment, named: string | undefined): string {
  const { platform, variables, homeFolder } = environment;
  const absolute = (path: string) => pathThatIsMeant(path, environment);
  const candidates = configCandidates({
    platform,
    environment: variables,
    homeFolder,
    explicitPath: named,
  });
  if (candidates.kind === 'explicit') return absolute(candidates.path);
  return (
    chooseConfigFile(candidates, (path) => existsSync(path)) ??
    candidates.paths[0] ??
    join(candidates.folder, 'sluice.jsonc')
  );
}
