import { resolve } from 'node:path';
import { readSettings } from '@sluice/config';
import type { Settings } from '@sluice/contracts';
import type { Environment } from './node-environment.js';

/** Settings without any configuration file: all defaults, no servers. */
export function bareSettings({ variables, homeFolder }: Environment): Settings {
  return readSettings({
    files: [],
    environment: variables,
    homeFolder,
    readTextFile: () => '',
    resolvePath: (folder, path) => resolve(folder, path),
  });
}
