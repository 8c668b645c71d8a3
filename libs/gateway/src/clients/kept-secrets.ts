import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configCandidates } from '@sluice/config';
import type { Environment } from '../node-environment.js';

/** Where secrets of servers that were taken over are kept: one file for each, which only the user can read. */
export interface KeptSecrets {
  /** The folder `secrets` beside the user's own configuration, whatever other one is written. */
  readonly folder: string;
  /** What is kept in a file already, or undefined. */
  valueOf(file: string): string | undefined;
  /** How a configuration names a file: from its own folder where that is the user's. */
  referenceFrom(configPath: string): (file: string) => string;
  /** The bytes of a value: what reads them drops one line break at the end. */
  bytesOf(value: string): Uint8Array;
}

/** The secrets of this user. */
export function keptSecrets(environment: Environment): KeptSecrets {
  const own = ownConfigFolder(environment);
  const folder = join(own, 'secrets');
  return {
    folder,
    valueOf(file) {
      try {
        return readFileSync(join(folder, file), 'utf8').replace(/\r?\n$/, '');
      } catch {
        return undefined;
      }
    },
    referenceFrom: (configPath) => (file) =>
      dirname(configPath) === own ? `secrets/${file}` : join(folder, file),
    bytesOf: (value) => Buffer.from(`${value}\n`, 'utf8'),
  };
}

/** The folder of the user's own configuration, also where a variable names another file. */
function ownConfigFolder({ platform, variables, homeFolder }: Environment): string {
  const environment = { ...variables, SLUICE_CONFIG: undefined, TOOLSCRIPT_CONFIG: undefined };
  const candidates = configCandidates({ platform, environment, homeFolder });
  return candidates.kind === 'user' ? candidates.folder : homeFolder;
}
