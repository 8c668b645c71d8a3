import { nearestName } from '@sluice/contracts';
import type { Json, JsonObject } from '@sluice/contracts';
import type { ConfigEntry, ConfigNode } from '../config-node.js';
import { createConfigSource } from '../config-source.js';
import { detectFormat } from '../formats/detect-format.js';
import { parseJson } from '../formats/parse-json.js';
import { parseToml } from '../formats/parse-toml.js';
import { parseYaml } from '../formats/parse-yaml.js';
import { findServers } from '../imports/find-servers.js';
import type { ServerEntry } from '../imports/server-entry.js';
import { knownServerKeys, protectiveServerKeys } from '../keys/known-server-keys.js';
import { serverKeys } from '../keys/server-keys.js';
import { quoteText } from '../quote-text.js';
import { createValueReader } from '../value-reader.js';
import { entriesToJson, nodeToJson } from './node-to-json.js';
import { plainEntry } from './plain-entry.js';

/** A server of another program's file, in our own keys but with its texts as they stand. */
export interface ForeignServer {
  readonly name: string;
  readonly entry: JsonObject;
  /** What of it has no effect here, or keeps it from being started; each a sentence. */
  readonly remarks: readonly string[];
}

/** What VS Code asks its user for. */
export interface ForeignInput {
  readonly id: string;
  readonly default?: string;
  readonly isSecret: boolean;
}

/** The servers of one file. */
export interface ForeignFile {
  readonly servers: readonly ForeignServer[];
  readonly inputs: readonly ForeignInput[];
}

/**
 * Reads the servers out of another program's file, whatever its format and however large the rest of it is.
 *
 * @param file.root the keys that lead to the object which stands for the file; without: the file itself
 * @throws SluiceError `CONFIG_SYNTAX`, `CONFIG_INVALID` with file, line and column
 */
export function readForeignFile(file: {
  readonly path: string;
  readonly text: string;
  readonly root?: readonly string[];
}): ForeignFile {
  const source = createConfigSource(file);
  if (source.text.trim() === '') return { servers: [], inputs: [] };
  const root = (file.root ?? []).reduce<ConfigNode | undefined>(childOf, parse(source));
  if (root?.kind !== 'object') return { servers: [], inputs: [] };
  const reader = createValueReader(
    source,
    (text) => ({ ok: true, text }),
    () => '',
  );
  const jsmcp = jsmcpKeys(root.entries);
  const servers = findServers(reader, root.entries).map((server) => toForeign(server, jsmcp));
  return { servers, inputs: readInputs(root) };
}

function parse(source: ReturnType<typeof createConfigSource>): ConfigNode {
  const parsers = { json: parseJson, toml: parseToml, yaml: parseYaml };
  return parsers[detectFormat(source)](source);
}

function childOf(node: ConfigNode | undefined, key: string): ConfigNode | undefined {
  if (node?.kind !== 'object') return undefined;
  return node.entries.find((entry) => entry.key === key)?.value;
}

/** jsmcp says for the whole file what we say for each server. */
function jsmcpKeys(root: readonly ConfigEntry[]): JsonObject {
  const block = root.find(({ key }) => key === 'jsmcp')?.value;
  const isOn = (key: string) => {
    const value = childOf(block, key);
    return value?.kind === 'flag' && value.value;
  };
  return {
    ...(isOn('auto_strip_tool_prefixes') && { strip_tool_prefix: true }),
    ...(isOn('normalize_tool_names') && { normalize_tool_names: true }),
  };
}

function toForeign(server: ServerEntry, defaults: JsonObject): ForeignServer {
  const unknown = server.keys.filter(({ key }) => !Object.hasOwn(serverKeys, key));
  const isNear = ({ key }: ConfigEntry) =>
    protectiveServerKeys.has(nearestName(key, knownServerKeys) ?? '');
  // What holds a server back here must still do so where it is taken to.
  const kept = [
    ...server.keys.filter((entry) => !unknown.includes(entry) || isNear(entry)),
    ...server.refusals.map(({ entry }) => entry),
  ];
  return {
    name: server.name,
    entry: plainEntry({ ...defaults, ...entriesToJson(kept) }),
    remarks: [
      ...server.notices.map(({ key, message }) => `${quoteText(key)} ${message}`),
      ...server.refusals.map(({ reason, hint }) => `it is held back: ${reason}. ${hint}`),
      ...unknown.map(
        (entry) =>
          `the unknown key ${quoteText(entry.key)} is ${isNear(entry) ? 'kept, and holds it back' : 'left out'}`,
      ),
    ],
  };
}

/** `inputs` of VS Code, also under `mcp`. */
function readInputs(root: ConfigNode): readonly ForeignInput[] {
  const lists = [childOf(root, 'inputs'), childOf(childOf(root, 'mcp'), 'inputs')];
  return lists.flatMap((list) => (list?.kind === 'list' ? list.items.flatMap(toInput) : []));
}

function toInput(node: ConfigNode): readonly ForeignInput[] {
  const id: Json | undefined = textOf(childOf(node, 'id'));
  if (id === undefined) return [];
  const usual = textOf(childOf(node, 'default'));
  const password = childOf(node, 'password');
  const isSecret = password !== undefined && nodeToJson(password) !== false;
  return [{ id, isSecret, ...(usual !== undefined && { default: usual }) }];
}

function textOf(node: ConfigNode | undefined): string | undefined {
  return node?.kind === 'text' ? node.value : undefined;
}
