import { SluiceError } from '@sluice/contracts';
import type { BrokenFile, ServerDefinition } from '@sluice/contracts';
import { checkServerName } from './check-server-name.js';
import type { ConfigContext } from './config-context.js';
import type { ConfigNode } from './config-node.js';
import { findServers } from './imports/find-servers.js';
import type { ServerEntry } from './imports/server-entry.js';
import { parseConfig } from './parse-config.js';
import { readServer } from './read-server.js';
import { serverLimits, textLimits } from './settings-limits.js';
import { startsSluice } from './starts-sluice.js';
import { createValueReader } from './value-reader.js';

/** Our own endpoint, as clients reach a daemon. */
const ownUrl = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):41529(?:\/|$)/i;

/**
 * The servers of another MCP client's file, for whom a person has to vouch. Nothing else of it is read: the rest is that client's
 * own. Sluice itself and what is switched off are left out; an entry that cannot be read is listed with the reason, and
 * a file that cannot be is data.
 *
 * @param within keys from the top of the file down to where its servers are looked for; nothing there is none
 */
export function readClientFile(
  context: ConfigContext,
  within: readonly string[] = [],
): { readonly servers: readonly ServerDefinition[] } | BrokenFile {
  const { source } = context;
  try {
    const reader = createValueReader(
      source,
      (text) => ({ ok: true, text }),
      () => '',
    );
    const root = within.reduce(below, parseConfig(source, textLimits.clientFileLength));
    const entries = root === undefined ? [] : findServers(reader, reader.entries(root, ''));
    const servers = entries.flatMap((entry) => readEntry(context, entry));
    return { servers: servers.filter(({ enabled }) => enabled) };
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return { path: source.path, message: `${error.message}; none of its servers is used` };
  }
}

function below(node: ConfigNode | undefined, key: string): ConfigNode | undefined {
  return node?.kind === 'object'
    ? node.entries.find((entry) => entry.key === key)?.value
    : undefined;
}

const defaults = { strict: false, stripPrefixes: false, snakeCase: false };

function readEntry(context: ConfigContext, entry: ServerEntry): readonly ServerDefinition[] {
  if (isSluice(entry)) return [];
  try {
    const quiet = { ...context, warn: () => undefined };
    return [{ ...readServer(quiet, entry, defaults), trusted: false }];
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    return unreadable(context, entry, error);
  }
}

/** Listed with its reason where it has a name that a server may have. */
function unreadable(
  { source, warn }: ConfigContext,
  { name, nameOffset }: ServerEntry,
  { message, hint }: SluiceError,
): readonly ServerDefinition[] {
  try {
    checkServerName(source, name, nameOffset);
  } catch {
    warn(`${message}; this server is left out`);
    return [];
  }
  const { timeout, concurrency } = serverLimits;
  return [
    {
      name,
      file: source.path,
      enabled: true,
      transport: { kind: 'stdio', command: '', args: [], env: {}, inheritEnv: [] },
      written: '',
      shown: '',
      problem: { message, ...(hint === undefined ? {} : { hint }) },
      connectTimeoutMs: timeout.default,
      concurrency: concurrency.default,
      trusted: false,
    },
  ];
}

/** By what is written; whatever a placeholder makes of it is refused at its start. */
function isSluice({ keys }: ServerEntry): boolean {
  const node = (key: string) => keys.find((entry) => entry.key === key)?.value;
  const words = ['command', 'args'].flatMap((key) => {
    const value = node(key);
    const items = value?.kind === 'list' ? value.items : value ? [value] : [];
    return items.flatMap((item) => (item.kind === 'text' ? [item.value] : []));
  });
  const url = node('url');
  const [command, ...args] = words;
  if (command !== undefined && startsSluice(command, args)) return true;
  return url?.kind === 'text' && ownUrl.test(url.value);
}
