import { join } from 'node:path';
import type { Environment } from './node-environment.js';

/** Where Sluice keeps what it may lose (catalogue cache) and what it may not (the API key). */
export interface Folders {
  readonly cache: string;
  readonly state: string;
}

/**
 * The user's folders by the XDG Base Directory Specification 0.8 (`XDG_CACHE_HOME`, `XDG_STATE_HOME`),
 * on Windows below `%LOCALAPPDATA%`. Relative values are ignored, as the specification says.
 */
export function userFolders(environment: Environment): Folders {
  const { variables, platform, homeFolder } = environment;
  if (platform === 'win32') {
    const base = join(variables.LOCALAPPDATA || join(homeFolder, 'AppData', 'Local'), 'sluice');
    return { cache: join(base, 'cache'), state: join(base, 'state') };
  }
  const folder = (variable: string, fallback: string) => {
    const value = variables[variable];
    return join(value?.startsWith('/') ? value : join(homeFolder, fallback), 'sluice');
  };
  return {
    cache: folder('XDG_CACHE_HOME', '.cache'),
    state: folder('XDG_STATE_HOME', '.local/state'),
  };
}
