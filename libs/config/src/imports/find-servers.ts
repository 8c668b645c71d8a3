import { childPath } from '../child-path.js';
import type { ConfigEntry, ConfigNode } from '../config-node.js';
import type { ConfigSource } from '../config-source.js';
import { quoteText } from '../quote-text.js';
import type { ValueReader } from '../value-reader.js';
import { importServer } from './import-server.js';
import type { ServerEntry } from './server-entry.js';

/** The keys under which programs keep their servers. A file may have several; a name may stand in one of them only. */
const serverSections: readonly string[] = [
  'mcpServers',
  'servers',
  'mcp_servers',
  'mcp',
  'context_servers',
];

/** Sections of files that hold all settings of a program, most of which are none of ours. */
export const settingsSections: readonly string[] = ['mcp_servers', 'mcp', 'context_servers'];

/**
 * All servers of a file, in our own keys, in the order of the file.
 *
 * @throws SluiceError `CONFIG_INVALID` for a section or server that is no object, and for a name in two sections
 */
export function findServers(
  reader: ValueReader,
  entries: readonly ConfigEntry[],
): readonly ServerEntry[] {
  const servers = entries
    .filter(({ key }) => serverSections.includes(key))
    .flatMap((section) => sectionServers(reader, section, entries));
  refuseDoubles(reader.source, servers);
  return servers;
}

function sectionServers(
  reader: ValueReader,
  { key, value }: ConfigEntry,
  root: readonly ConfigEntry[],
): readonly ServerEntry[] {
  const inner = key === 'mcp' ? nestedServers(value) : undefined;
  const path = inner ? 'mcp.servers' : key;
  const hasMcpServers = root.some((entry) => entry.key === 'mcpServers');
  const isHere = key === 'mcpServers' ? geminiChoice(root) : () => true;
  return reader
    .entries(inner ?? value, path)
    .filter((entry) => !(key === 'mcp' && hasMcpServers && isGeminiSetting(entry)))
    .map((entry) => {
      const at = childPath(path, entry.key);
      const keys = reader.entries(entry.value, at);
      return importServer(entry, at, isHere(entry.key) ? keys : switchedOff(entry, keys));
    });
}

/** VS Code's settings have `mcp: { servers: { … }, inputs: [ … ] }`, where OpenCode's have the servers at once. */
function nestedServers(mcp: ConfigNode): ConfigNode | undefined {
  const servers = mcp.kind === 'object' && mcp.entries.find(({ key }) => key === 'servers')?.value;
  if (!servers || servers.kind !== 'object') return undefined;
  const isOne = servers.entries.some(({ key }) => /^(command|url|type)$/.test(key));
  return isOne ? undefined : servers;
}

/** Gemini's `mcp: { allowed, excluded, serverCommand }` beside its `mcpServers`. */
function isGeminiSetting({ key, value }: ConfigEntry): boolean {
  return /^(allowed|excluded|serverCommand)$/.test(key) && value.kind !== 'object';
}

/** Which servers Gemini's `mcp.allowed` and `mcp.excluded` leave on. */
function geminiChoice(root: readonly ConfigEntry[]): (name: string) => boolean {
  const mcp = root.find(({ key }) => key === 'mcp')?.value;
  const names = (key: string) => {
    const list = mcp?.kind === 'object' && mcp.entries.find((entry) => entry.key === key)?.value;
    if (!list || list.kind !== 'list') return undefined;
    return new Set(list.items.map((item) => (item.kind === 'text' ? item.value : undefined)));
  };
  const [allowed, excluded] = [names('allowed'), names('excluded')];
  return (name) => (allowed?.has(name) ?? true) && !excluded?.has(name);
}

function switchedOff(
  { keyOffset }: ConfigEntry,
  keys: readonly ConfigEntry[],
): readonly ConfigEntry[] {
  const value: ConfigNode = { kind: 'flag', offset: keyOffset, value: false };
  return [
    ...keys.filter(({ key }) => key !== 'enabled' && key !== 'disabled'),
    { key: 'enabled', keyOffset, value },
  ];
}

function refuseDoubles(source: ConfigSource, servers: readonly ServerEntry[]): void {
  const seen = new Map<string, ServerEntry>();
  for (const server of servers) {
    const first = seen.get(server.name);
    if (first) {
      const { line, column } = source.positionAt(first.nameOffset);
      throw source.invalid(
        server.nameOffset,
        `the server ${quoteText(server.name)} stands twice, first at line ${line}, column ${column}`,
        'Remove or rename one of the two.',
      );
    }
    seen.set(server.name, server);
  }
}
