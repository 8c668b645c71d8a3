import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addServer, findClient } from '@sluice/clients';
import type { ClientPlace } from '@sluice/clients';
import { detectFormat, planTakeover, readForeignFile } from '@sluice/config';
import type { TakenServer, Takeover, TakeoverSource } from '@sluice/config';
import { SluiceError } from '@sluice/contracts';
import { readUserFile } from '@sluice/store';
import type { Environment } from '../node-environment.js';
import { decodeText } from './decode-text.js';
import type { FileChange } from './file-change.js';
import { allPlaces, findSources, toSource } from './find-sources.js';
import type { SourceProblem } from './find-sources.js';
import { keptSecrets } from './kept-secrets.js';
import { targetConfig } from './target-config.js';
import { pathThatIsMeant } from '../path-that-is-meant.js';

/** What of the command line decides on an import. */
export interface ImportRequest {
  /** A client or a file. @default all clients that are found */
  readonly from?: string | undefined;
  /** The configuration that is written. @default the user's own */
  readonly to?: string | undefined;
  /** Also what stands in the current folder, which came with it. */
  readonly workspace: boolean;
}

/** What an import would do; nothing is written yet. */
export interface ImportPlan {
  /** The configuration that is written. */
  readonly target: string;
  readonly takeover: Takeover;
  readonly changes: readonly FileChange[];
  /** Files that were read, whether they had servers or not. */
  readonly read: readonly { readonly title: string; readonly path: string }[];
  /** Files that could not be read. */
  readonly problems: readonly SourceProblem[];
  /** Files that the user has to write: their values are known to nobody else. */
  readonly awaited: readonly string[];
}

/**
 * Plans to take the servers of MCP clients into a configuration of ours: comments and all that stands there stay, and
 * nothing is overwritten. Secrets go into files of their own.
 *
 * @throws SluiceError `USAGE` for a `from` that is neither a client nor a file; `CONFIG_*` where the configuration, or the
 *   one file that was named, cannot be read or written into
 */
export async function planImport(
  environment: Environment,
  { from, to, workspace }: ImportRequest,
): Promise<ImportPlan> {
  const { sources, problems } = await chosenSources(environment, from, workspace);
  const plan = await planImportOf(environment, sources, to);
  return { ...plan, problems, read: sources.map(({ title, path }) => ({ title, path })) };
}

/** The same for servers that were read already. */
export async function planImportOf(
  environment: Environment,
  sources: readonly TakeoverSource[],
  to: string | undefined,
): Promise<Pick<ImportPlan, 'target' | 'takeover' | 'changes' | 'awaited'>> {
  const target = targetConfig(environment, to);
  const file = await readUserFile(target);
  const text = decodeText(target, file.bytes);
  const kept = keptSecrets(environment);
  const takeover = planTakeover({
    sources,
    existing: readForeignFile({ path: target, text }).servers,
    keptValue: kept.valueOf,
    fileReference: kept.referenceFrom(target),
  });
  const secrets = takeover.added.flatMap((server) => server.secrets);
  const written = writeServers(target, text, takeover.added);
  const changes: FileChange[] = [];
  for (const { file: name, value } of secrets) {
    if (value === undefined) continue;
    const place = await readUserFile(join(kept.folder, name));
    if (place.bytes === undefined)
      changes.push({ role: 'secret', file: place, after: kept.bytesOf(value) });
  }
  if (written !== text) changes.push({ role: 'config', file, after: Buffer.from(written, 'utf8') });
  const awaited = secrets
    .filter(({ file: name, value }) => value === undefined && kept.valueOf(name) === undefined)
    .map(({ file: name }) => join(kept.folder, name));
  return { target, takeover, changes, awaited };
}

/** The places in a configuration of ours, those first that everybody else has too. */
const sections = ['mcpServers', 'servers', 'mcp_servers', 'context_servers', 'mcpServers'].map(
  (key) => [key],
);

function writeServers(path: string, text: string, added: readonly TakenServer[]): string {
  const format = text.trim() === '' ? formatOfName(path) : detectFormat({ path, text });
  let current = text;
  for (const { name, entry, from } of added) {
    const comment = `from ${from.map((one) => describeOrigin(one, name)).join(' and ')}`;
    const outcome = addServer(current, { format, sections }, { name, value: entry, comment });
    if (!outcome.ok)
      throw new SluiceError('CONFIG_INVALID', `Cannot change ${path}: ${outcome.reason}`, {
        hint: 'Name another file with --to, and copy its servers by hand.',
      });
    current = outcome.text;
  }
  return current;
}

function formatOfName(path: string) {
  return /\.toml$/i.test(path) ? 'toml' : /\.ya?ml$/i.test(path) ? 'yaml' : 'json';
}

function describeOrigin(
  { title, path, name }: { readonly title: string; readonly path: string; readonly name: string },
  own: string,
): string {
  return `${title}: ${path}${name === own ? '' : ` (there ${JSON.stringify(name)})`}`;
}

async function chosenSources(
  environment: Environment,
  from: string | undefined,
  workspace: boolean,
): Promise<Awaited<ReturnType<typeof findSources>>> {
  if (from === undefined) return findSources(environment, allPlaces(environment, workspace));
  const client = findClient(from);
  const path = pathThatIsMeant(from, environment);
  if (client !== undefined) {
    const places = allPlaces(environment, workspace).filter((place) => place.client === client);
    const found = await findSources(environment, places);
    if (found.sources.length + found.problems.length > 0) return found;
    const looked = [...new Set(places.map((place) => place.path))].join(', ');
    throw new SluiceError(
      'USAGE',
      `Cannot import from ${client.title}: it has no configuration here`,
      {
        hint: `Looked for ${looked}.`,
      },
    );
  }
  if (!existsSync(path))
    throw new SluiceError(
      'USAGE',
      `Cannot import from ${JSON.stringify(from)}: it is neither a client nor a file`,
      { hint: `Name a file, or one of ${clientWords(environment)}.` },
    );
  const { bytes } = await readUserFile(path);
  return {
    sources: [toSource(environment, placeOf(environment, path), decodeText(path, bytes))],
    problems: [],
  };
}

/** A file that a client reads has its words; another one has ours. */
function placeOf(environment: Environment, path: string) {
  const known: ClientPlace | undefined = allPlaces(environment, true).find(
    (place) => place.path === path && place.sections[0]?.[0] !== 'projects',
  );
  return known ?? { path, scope: 'user' as const, sections: [] };
}

function clientWords(environment: Environment): string {
  return [...new Set(allPlaces(environment, false).map(({ client }) => client.id))].join(', ');
}
