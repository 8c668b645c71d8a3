import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { addServer, findClient, removeServers } from '@sluice/clients';
import type { ClientPlace, EditOutcome, McpClient } from '@sluice/clients';
import { configCandidates, entryProblem, entryStartsSluice } from '@sluice/config';
import type { ForeignServer, Takeover, TakeoverSource } from '@sluice/config';
import { SluiceError } from '@sluice/contracts';
import { readUserFile } from '@sluice/store';
import type { UserFile } from '@sluice/store';
import type { Environment } from '../node-environment.js';
import { decodeText } from './decode-text.js';
import type { FileChange } from './file-change.js';
import { allPlaces, toSource } from './find-sources.js';
import { planImportOf } from './plan-import.js';
import { sluiceLaunch } from './sluice-launch.js';
import type { RunningProgram, SluiceLaunch } from './sluice-launch.js';
import { pathThatIsMeant } from '../path-that-is-meant.js';

/** What of the command line decides on an installation. */
export interface InstallRequest {
  /** The client's word. */
  readonly client: string;
  /** Into the file of the current folder instead of the user's own. */
  readonly workspace: boolean;
  /** Takes the client's other servers behind Sluice. */
  readonly move: boolean;
  /** Go with the command that is written. */
  readonly configPath?: string | undefined;
  readonly profile?: string | undefined;
}

/** What an installation would do; nothing is written yet. */
export interface InstallPlan {
  readonly client: McpClient;
  readonly place: ClientPlace;
  /** The name of our entry there. */
  readonly name: string;
  /** It stood there before. */
  readonly isPresent: boolean;
  /** It is switched off there. */
  readonly isOff: boolean;
  readonly launch: SluiceLaunch;
  /** Names of the servers that leave the client's file. */
  readonly moved: readonly string[];
  /** What becomes of them here. */
  readonly takeover: Takeover;
  /** The configuration that takes them. */
  readonly target: string | undefined;
  readonly changes: readonly FileChange[];
  /** Files that the user has to write. */
  readonly awaited: readonly string[];
}

/**
 * Plans to write Sluice into a client's file, in place. A second time changes nothing.
 *
 * @throws SluiceError `USAGE` for a client that is not known, or that has no file for a folder; `CONFIG_*` for a file that
 *   cannot be read or written into
 */
export async function planInstall(
  environment: Environment,
  program: RunningProgram,
  request: InstallRequest,
): Promise<InstallPlan> {
  const client = clientOf(request.client);
  const place = choosePlace(placesOf(environment, client, request.workspace), client);
  const file = await readUserFile(place.path);
  const text = decodeText(place.path, file.bytes);
  const source = toSource(environment, place, text);
  const launch = sluiceLaunch(program, environment, optionsOf(environment, request));
  const present = source.servers.find(({ entry }) => entryStartsSluice(entry));
  const name = present?.name ?? freeName(source.servers, place);
  const format = { format: client.format, sections: place.sections };
  const withUs =
    present === undefined
      ? edited(place.path, addServer(text, format, { name, value: client.entry(launch) }))
      : text;
  const moving = request.move
    ? await planMove(environment, { source, place, client, text: withUs, request })
    : { text: withUs, moved: [], target: undefined, ...nothingMoved };
  return {
    client,
    place,
    name,
    isPresent: present !== undefined,
    isOff: isOff(environment, place, moving.text, name),
    launch,
    moved: moving.moved,
    takeover: moving.takeover,
    target: moving.target,
    changes: [...moving.changes, ...changeOf(file, text, moving.text)],
    awaited: moving.awaited,
  };
}

const nothingMoved = {
  takeover: { added: [], present: [], skipped: [], refused: [] },
  changes: [],
  awaited: [],
} satisfies Partial<InstallPlan>;

/** @throws SluiceError `USAGE` with the clients that are known */
export function clientOf(word: string): McpClient {
  const client = findClient(word);
  if (client) return client;
  throw new SluiceError('USAGE', `Cannot find the client ${JSON.stringify(word)}`, {
    hint: 'Sluice knows claude-code, claude-desktop, cursor, codex, opencode, zed, vscode, gemini and windsurf.',
  });
}

/**
 * The files of a client that are written: the user's own, or those of the current folder.
 *
 * @throws SluiceError `USAGE` for a client without files for a folder
 */
export function placesOf(
  environment: Environment,
  client: McpClient,
  workspace: boolean,
): readonly ClientPlace[] {
  const places = allPlaces(environment, workspace)
    .filter((place) => place.client === client)
    .filter(({ scope, sections }) =>
      workspace ? scope === 'workspace' && sections[0]?.[0] !== 'projects' : scope === 'user',
    );
  if (places.length > 0) return places;
  throw new SluiceError(
    'USAGE',
    `Cannot write into a folder's file of ${client.title}: it has none`,
    {
      hint: 'Leave out --workspace.',
    },
  );
}

/** The first file that is there; else the usual one, unless only another one's folder is there. */
function choosePlace(places: readonly ClientPlace[], client: McpClient): ClientPlace {
  const usualFirst = [...places].sort(
    (one, two) => Number(two.isUsual ?? 0) - Number(one.isUsual ?? 0),
  );
  const chosen =
    places.find(({ path }) => existsSync(path)) ??
    usualFirst.find(({ path }) => existsSync(dirname(path))) ??
    usualFirst[0];
  if (chosen) return chosen;
  throw new SluiceError('INTERNAL', `The client ${client.title} has no place`);
}

/** `sluice`, unless another program is called that there. */
function freeName(servers: readonly ForeignServer[], { path }: ClientPlace): string {
  const names = new Set(servers.map((server) => server.name));
  const free = ['sluice', 'sluice-gateway'].find((name) => !names.has(name));
  if (free !== undefined) return free;
  throw new SluiceError(
    'CONFIG_INVALID',
    `Cannot write into ${path}: other servers are called "sluice" and "sluice-gateway" there`,
    { hint: 'Rename one of them.' },
  );
}

/** A client does not see the variables of this shell: the configuration that counts here is written down. */
function optionsOf(
  environment: Environment,
  { configPath, profile }: InstallRequest,
): readonly string[] {
  const { platform, variables, homeFolder } = environment;
  const candidates = configCandidates({
    platform,
    environment: variables,
    homeFolder,
    explicitPath: configPath,
  });
  return [
    ...(candidates.kind === 'explicit'
      ? ['--config', pathThatIsMeant(candidates.path, environment)]
      : []),
    ...(profile ? ['--profile', profile] : []),
  ];
}

interface Move {
  readonly source: TakeoverSource;
  readonly place: ClientPlace;
  readonly client: McpClient;
  readonly text: string;
  readonly request: InstallRequest;
}

/** Takes over what can be taken out of the file, and nothing else. */
async function planMove(environment: Environment, { source, place, client, text, request }: Move) {
  const others = source.servers.filter(({ entry }) => !entryStartsSluice(entry));
  // One that we cannot take stays where it works; the takeover says why.
  const fit = others.filter(({ entry }) => entryProblem(entry) === undefined);
  const names = fit.map(({ name }) => name);
  const format = { format: client.format, sections: place.sections };
  const without = edited(place.path, removeServers(text, format, names));
  const left = new Set(toSource(environment, place, without).servers.map(({ name }) => name));
  const moved = names.filter((name) => !left.has(name));
  const servers = others.filter((one) => moved.includes(one.name) || !fit.includes(one));
  const plan = await planImportOf(environment, [{ ...source, servers }], request.configPath);
  return { text: without, moved, ...plan };
}

/** @throws SluiceError `CONFIG_INVALID` with why the text could not be changed */
export function edited(path: string, outcome: EditOutcome): string {
  if (outcome.ok) return outcome.text;
  throw new SluiceError('CONFIG_INVALID', `Cannot change ${path}: ${outcome.reason}`, {
    hint: 'Change it by hand: docs/guide/clients.md shows the entry.',
  });
}

function isOff(environment: Environment, place: ClientPlace, text: string, name: string): boolean {
  const own = toSource(environment, place, text).servers.find((server) => server.name === name);
  return own?.entry['enabled'] === false;
}

/** The change of a client's file, where there is one. */
export function changeOf(file: UserFile, before: string, after: string): readonly FileChange[] {
  if (before === after) return [];
  return [{ role: 'client', file, after: Buffer.from(after, 'utf8') }];
}
