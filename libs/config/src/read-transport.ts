import type { HttpDefinition, StdioDefinition } from '@sluice/contracts';
import { checkHttpDefinition } from './check-http-definition.js';
import { checkStdioDefinition } from './check-stdio-definition.js';
import { childPath } from './child-path.js';
import type { ConfigContext } from './config-context.js';
import type { ConfigEntry, ConfigNode } from './config-node.js';
import { serverKeys } from './keys/server-keys.js';
import type { ServerKey } from './keys/server-keys.js';
import type { ServerProblems } from './server-problems.js';
import type { ValueReader } from './value-reader.js';

/** The keys of one server that are read, by name. */
export type ServerValues = ReadonlyMap<ServerKey, ConfigEntry>;

/** One server's entry on the way to its transport. */
export interface TransportEntry {
  readonly context: ConfigContext;
  readonly reader: ValueReader;
  readonly nameOffset: number;
  readonly path: string;
  /** The keys of the entry that are read. */
  readonly values: ServerValues;
  readonly problems: ServerProblems;
  /** A server that is off need not say how it is reached. */
  readonly enabled: boolean;
}

/**
 * How a server is reached: by exactly one of `command` and `url`. With a problem the definition
 * is empty, so that nothing half-substituted can be started or sent.
 *
 * @throws SluiceError `CONFIG_INVALID` for none or both of the two, or another `type`
 */
export function readTransport(server: TransportEntry): StdioDefinition | HttpDefinition {
  if (isUnreachable(server)) return emptyStdio;
  const kind = readKind(server);
  warnOfIdleKeys(server, kind);
  if (kind === 'stdio') {
    const definition = readStdio(server);
    checkStdioDefinition(definition, server.problems);
    return server.problems.first() === undefined ? definition : emptyStdio;
  }
  const definition = readHttp(server);
  checkHttpDefinition(definition, server.problems);
  return server.problems.first() === undefined
    ? definition
    : { ...emptyHttp, mode: definition.mode };
}

/** OpenCode switches servers of other files off by name alone; a refused entry may have its command elsewhere. */
function isUnreachable({ values, problems, enabled }: TransportEntry): boolean {
  return (
    !values.has('command') && !values.has('url') && (!enabled || problems.first() !== undefined)
  );
}

const emptyStdio: StdioDefinition = {
  kind: 'stdio',
  command: '',
  args: [],
  env: {},
  inheritEnv: [],
};
const emptyHttp: HttpDefinition = { kind: 'http', url: '', headers: {}, mode: 'auto' };

/** The words of every client's files, and what they mean to us. */
const types = {
  stdio: 'stdio',
  local: 'stdio',
  http: 'auto',
  remote: 'auto',
  'streamable-http': 'streamable',
  sse: 'sse',
} as const satisfies Record<(typeof serverKeys.type.type.words)[number], string>;

function readType({ reader, path, values }: TransportEntry) {
  const type = values.get('type')?.value;
  return type && types[reader.choice(type, childPath(path, 'type'), serverKeys.type.type.words)];
}

function readKind(server: TransportEntry): 'stdio' | 'http' {
  const { reader, nameOffset, path, values } = server;
  const command = values.get('command');
  const url = values.get('url');
  if (command && url)
    throw reader.source.invalid(
      url.keyOffset,
      `${path} has both "command" and "url"`,
      'Keep "command" for a local server, or "url" for a remote one.',
    );
  if (!command && !url)
    throw reader.source.invalid(
      nameOffset,
      `${path} has neither "command" nor "url"`,
      'Set "command" for a local server, or "url" for a remote one.',
    );
  const kind = command ? 'stdio' : 'http';
  const type = readType(server);
  if (type !== undefined && (type === 'stdio') !== (kind === 'stdio'))
    throw reader.source.invalid(
      values.get('type')?.value.offset ?? nameOffset,
      `${path}.type says ${type === 'stdio' ? 'a local' : 'a remote'} server, but ${path} has ${command ? '"command"' : '"url"'}`,
      'Remove "type", or correct it.',
    );
  return kind;
}

const keysOf = {
  stdio: ['args', 'env', 'environment', 'inheritEnv', 'cwd'],
  http: ['headers'],
} as const satisfies Record<string, readonly ServerKey[]>;

function warnOfIdleKeys({ context, path, values }: TransportEntry, kind: 'stdio' | 'http'): void {
  for (const key of keysOf[kind === 'stdio' ? 'http' : 'stdio']) {
    const entry = values.get(key);
    if (!entry || isEmpty(entry.value)) continue;
    const server = kind === 'stdio' ? 'local' : 'remote';
    const message = `${childPath(path, key)} has no effect on a ${server} server`;
    context.warn(context.source.warning(entry.keyOffset, message));
  }
}

/** ToolPipe's list of approved servers has every key for every server. */
function isEmpty(node: ConfigNode): boolean {
  if (node.kind === 'list') return node.items.length === 0;
  return node.kind === 'object' && node.entries.length === 0;
}

function readStdio({ context, reader, path, values }: TransportEntry): StdioDefinition {
  const node = (key: ServerKey) => values.get(key)?.value;
  const list = (key: ServerKey) => {
    const value = node(key);
    return value ? reader.texts(value, childPath(path, key), { lenient: true }) : [];
  };
  const record = (key: ServerKey) => {
    const value = node(key);
    return value ? reader.textRecord(value, childPath(path, key), { lenient: true }) : {};
  };
  const commandNode = node('command');
  const commandWords =
    commandNode?.kind === 'list'
      ? list('command')
      : commandNode
        ? [reader.text(commandNode, childPath(path, 'command'))]
        : [];
  const [command = '', ...firstArgs] = commandWords;
  const cwd = node('cwd');
  return {
    kind: 'stdio',
    command,
    args: [...firstArgs, ...list('args')],
    env: { ...record('env'), ...record('environment') },
    inheritEnv: list('inheritEnv'),
    ...(cwd && { cwd: context.resolvePath(reader.text(cwd, childPath(path, 'cwd'))) }),
  };
}

function readHttp(server: TransportEntry): HttpDefinition {
  const { reader, path, values } = server;
  const url = values.get('url')?.value;
  const headers = values.get('headers')?.value;
  const type = readType(server);
  return {
    kind: 'http',
    url: url ? reader.text(url, childPath(path, 'url')) : '',
    headers: headers
      ? reader.textRecord(headers, childPath(path, 'headers'), { lenient: true })
      : {},
    mode: type === undefined || type === 'stdio' ? 'auto' : type,
  };
}
