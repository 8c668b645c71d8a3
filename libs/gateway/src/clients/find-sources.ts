import { dirname, resolve, sep } from 'node:path';
import { clientPlaces } from '@sluice/clients';
import type { ClientPlace } from '@sluice/clients';
import { readForeignFile } from '@sluice/config';
import type { TakeoverSource } from '@sluice/config';
import { toSluiceError } from '@sluice/contracts';
import { readUserFile } from '@sluice/store';
import type { Environment } from '../node-environment.js';
import { decodeText } from './decode-text.js';

/** A file that could not be read, and why. */
export interface SourceProblem {
  readonly path: string;
  readonly message: string;
  readonly hint: string | undefined;
}

/** The places of all clients on this machine; those of the current folder only where they are asked for. */
export function allPlaces(
  { platform, homeFolder, variables, currentFolder }: Environment,
  withWorkspace: boolean,
): readonly ClientPlace[] {
  return clientPlaces({
    platform,
    homeFolder,
    environment: variables,
    workspaceFolder: withWorkspace ? currentFolder : undefined,
  });
}

/** Reads the files that exist; one that is broken is a problem of its own and keeps no other from being read. */
export async function findSources(
  environment: Environment,
  places: readonly ClientPlace[],
): Promise<{
  readonly sources: readonly TakeoverSource[];
  readonly problems: readonly SourceProblem[];
}> {
  const sources: TakeoverSource[] = [];
  const problems: SourceProblem[] = [];
  for (const place of places)
    try {
      const { bytes } = await readUserFile(place.path);
      if (bytes === undefined) continue;
      const text = decodeText(place.path, bytes);
      sources.push(toSource(environment, place, text));
    } catch (error) {
      const { message, hint } = toSluiceError(error);
      problems.push({ path: place.path, message, hint });
    }
  return { sources, problems };
}

/** What of a place {@link toSource} needs; a file of nobody that is known has no client. */
export interface SourcePlace extends Pick<ClientPlace, 'path' | 'scope' | 'sections'> {
  readonly client?: ClientPlace['client'];
}

/**
 * The servers of a text as what is taken over.
 *
 * @throws SluiceError `CONFIG_SYNTAX`, `CONFIG_INVALID` with file, line and column
 */
export function toSource(
  environment: Environment,
  { path, scope, sections, client }: SourcePlace,
  text: string,
): TakeoverSource {
  const { homeFolder, currentFolder, variables } = environment;
  return {
    ...readForeignFile({ path, text, root: rootOf(sections) }),
    title: client?.title ?? 'a file',
    program: client?.id,
    path,
    folder: dirname(path),
    homeFolder,
    workspaceFolder: scope === 'workspace' ? currentFolder : undefined,
    separator: sep,
    resolvePath: (folder, file) => resolve(folder, file),
    isSet: (name) => Boolean(variables[name]),
  };
}

/** Claude Code has a file in the file for each folder. */
function rootOf(sections: ClientPlace['sections']): readonly string[] {
  const [first = []] = sections;
  return first[0] === 'projects' ? first.slice(0, -1) : [];
}
