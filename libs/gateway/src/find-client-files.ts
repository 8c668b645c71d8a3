import { relative, isAbsolute } from 'node:path';
import { clientPlaces } from '@sluice/clients';
import type { ClientPlace } from '@sluice/clients';
import { textLimits } from '@sluice/config';
import type { ConfigFile } from '@sluice/config';
import { toSluiceError } from '@sluice/contracts';
import type { FoundConfig } from './found-config.js';
import type { Environment } from './node-environment.js';
import { realPathWithin } from './real-path-within.js';
import { plainFileBytes, readConfigText, tooLargeFile } from './read-config-text.js';

/**
 * The files in which the user's other MCP clients have servers: the user's own, then what came with the current folder.
 * One that cannot be read is a warning.
 */
export function findClientFiles(environment: Environment): FoundConfig {
  const places = placesOf(environment);
  const files: ConfigFile[] = [];
  const warnings: string[] = [];
  const unusable: string[] = [];
  const passOver = (path: string, warning: string) => {
    warnings.push(warning);
    unusable.push(path);
  };
  for (const place of places) {
    const { path } = place;
    const sizeBytes = plainFileBytes(path);
    if (sizeBytes === undefined) continue;
    const how = readAs(place, environment);
    if (how.origin === 'workspace' && !realPathWithin(environment.currentFolder, path)) {
      passOver(path, `${path} leads out of its folder: it is not used`);
      continue;
    }
    if (sizeBytes > textLimits.clientFileLength) {
      passOver(path, tooLargeFile(path, textLimits.clientFileLength));
      continue;
    }
    try {
      files.push({ path, text: readConfigText(path), ...how });
    } catch (error) {
      passOver(path, toSluiceError(error).message);
    }
  }
  // A file may be several places.
  return { files, warnings: [...new Set(warnings)], unusable };
}

/** Each place once: in the home folder, a user's own is one of the folder too. */
export function placesOf({
  platform,
  homeFolder,
  variables,
  currentFolder,
}: Environment): readonly ClientPlace[] {
  const places = clientPlaces({
    platform,
    homeFolder,
    environment: variables,
    workspaceFolder: currentFolder,
  });
  const inOrder = ['user', 'workspace'].flatMap((scope) =>
    places.filter((place) => place.scope === scope),
  );
  const key = ({ path, sections }: ClientPlace) => JSON.stringify([path, sections]);
  return [...new Map(inOrder.toReversed().map((place) => [key(place), place])).values()].reverse();
}

function readAs(
  { scope, path, sections, client }: ClientPlace,
  { homeFolder, currentFolder }: Environment,
): Omit<ConfigFile, 'path' | 'text'> {
  const variables = {
    workspaceFolder: currentFolder,
    workspaceRoot: currentFolder,
    userHome: homeFolder,
  };
  const [section = []] = sections;
  // Servers of one folder in the user's own file stand deeper than all others.
  const within = section.length > 2 ? section.slice(0, -1) : [];
  const common = { client: client.id, variables, within };
  return scope === 'workspace' && isInside(currentFolder, path)
    ? { ...common, origin: 'workspace', folder: currentFolder }
    : { ...common, origin: 'client' };
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !way.startsWith('..') && !isAbsolute(way);
}
