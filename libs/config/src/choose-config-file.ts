import { SluiceError } from '@sluice/contracts';
import type { ConfigCandidates } from './config-candidates.js';

/**
 * The one file to read, or `undefined` when the user has none.
 *
 * @param exists whether a file stands at a path of the candidates
 * @throws SluiceError `CONFIG_NOT_FOUND` when a named file is missing; `CONFIG_INVALID` when several of the
 *   user's files exist: which one is meant cannot be known
 */
export function chooseConfigFile(
  candidates: ConfigCandidates,
  exists: (path: string) => boolean,
): string | undefined {
  if (candidates.kind === 'explicit') {
    if (exists(candidates.path)) return candidates.path;
    throw new SluiceError(
      'CONFIG_NOT_FOUND',
      `Cannot read the configuration ${candidates.path}, named by ${candidates.from}: there is no such file`,
      { hint: `Correct ${candidates.from}, or leave it out to use your own configuration.` },
    );
  }
  return oneOf(candidates.compatPaths.filter(exists)) ?? oneOf(candidates.paths.filter(exists));
}

function oneOf(found: readonly string[]): string | undefined {
  if (found.length > 1)
    throw new SluiceError(
      'CONFIG_INVALID',
      `Cannot choose a configuration: ${found.join(' and ')} all exist`,
      { hint: 'Keep one of them.' },
    );
  return found[0];
}
