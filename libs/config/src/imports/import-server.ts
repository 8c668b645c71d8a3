import type { ConfigEntry, ConfigNode } from '../config-node.js';
import type { ServerKey } from '../keys/server-keys.js';
import { clientKeys } from './client-keys.js';
import type { KeyRefusal, KeyRemark, ServerEntry } from './server-entry.js';

/**
 * One server's entry in any program's words as one in ours. Pure: from parsed tree to parsed tree, each value
 * at the place where it was written. Keys that are ours or unknown stay as they are.
 *
 * @example
 * // [mcp_servers.docs] bearer_token_env_var = "TOKEN"
 * // becomes headers: { Authorization: 'Bearer ${TOKEN}' }
 */
export function importServer(
  name: ConfigEntry,
  path: string,
  keys: readonly ConfigEntry[],
): ServerEntry {
  const joined = new Map<string, ConfigEntry>();
  const notices: KeyRemark[] = [];
  const refusals: KeyRefusal[] = [];
  const take = (entry: ConfigEntry, written: ConfigEntry) => {
    if (entry.value.kind === 'null' && emptyAsNull.has(entry.key)) return;
    const known = joined.get(entry.key);
    const both = known === undefined ? entry : join(known, entry);
    if (both) joined.set(entry.key, both);
    else if (protective.has(entry.key))
      refusals.push({
        offset: entry.keyOffset,
        entry: written,
        reason: `both "${written.key}" and another key say which of its tools exist, or whether it is on`,
        hint: 'Keep one of them.',
      });
    else
      notices.push({
        key: written.key,
        offset: entry.keyOffset,
        message: `has no effect: "${entry.key}" is set already`,
      });
  };
  // Our own words go first, whatever the order in the file.
  const foreign = keys.filter(({ key }) => clientKeys.has(key));
  for (const entry of keys) if (!clientKeys.has(entry.key)) spread(entry, take);
  for (const entry of foreign) {
    const { key, keyOffset } = entry;
    const result = clientKeys.get(key)?.(entry);
    if (result?.kind === 'keys') for (const made of result.keys) take(made, entry);
    if (result?.kind === 'notice')
      notices.push({ key, offset: keyOffset, message: result.message });
    if (result?.kind === 'refusal') refusals.push({ offset: keyOffset, entry, ...result });
  }
  return {
    name: name.key,
    nameOffset: name.keyOffset,
    path,
    keys: [...joined.values()],
    notices,
    refusals,
  };
}

/** YAML writes an empty value as null, and ToolPipe's list of approved servers the transport that a server has not. */
const emptyAsNull: ReadonlySet<string> = new Set<ServerKey>([
  'command',
  'args',
  'env',
  'environment',
  'inheritEnv',
  'cwd',
  'url',
  'headers',
  'description',
]);

/** Where two keys disagree, ignoring one would open what the other closes. */
const protective: ReadonlySet<string> = new Set(['enabled', 'enabled_tools', 'readOnly']);

/** Zed's older form: `command: { path, args, env }`. */
function spread(
  entry: ConfigEntry,
  take: (entry: ConfigEntry, written: ConfigEntry) => void,
): void {
  const { key, value } = entry;
  if (key !== 'command' || value.kind !== 'object') return take(entry, entry);
  for (const inner of value.entries)
    take({ ...inner, key: inner.key === 'path' ? 'command' : inner.key }, entry);
}

/** Objects and lists of two keys together; undefined where only one can count. */
function join(first: ConfigEntry, second: ConfigEntry): ConfigEntry | undefined {
  if (protective.has(first.key)) return undefined;
  const [one, two] = [asList(first), asList(second)];
  if (one && two) return { ...first, value: { ...one, items: [...one.items, ...two.items] } };
  if (first.value.kind !== 'object' || second.value.kind !== 'object') return undefined;
  const taken = new Set(first.value.entries.map(({ key }) => key.toLowerCase()));
  const added = second.value.entries.filter(({ key }) => !taken.has(key.toLowerCase()));
  return { ...first, value: { ...first.value, entries: [...first.value.entries, ...added] } };
}

/** What blocks tools adds up, also where it is written as one text. */
function asList({ key, value }: ConfigEntry): Extract<ConfigNode, { kind: 'list' }> | undefined {
  if (value.kind === 'list') return value;
  if (key !== 'blocked_tools' || value.kind === 'flag' || value.kind === 'null') return undefined;
  return { kind: 'list', offset: value.offset, items: [value] };
}
