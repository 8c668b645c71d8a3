import type { ServerDefinition } from '@sluice/contracts';
import { checkServerName } from './check-server-name.js';
import { childPath } from './child-path.js';
import { clientKeys } from './imports/client-keys.js';
import type { ServerEntry } from './imports/server-entry.js';
import type { ConfigContext } from './config-context.js';
import type { ConfigEntry, ConfigNode } from './config-node.js';
import { createServerProblems } from './server-problems.js';
import { nearestName } from './nearest-name.js';
import { quoteText } from './quote-text.js';
import { readSelectors } from './read-selectors.js';
import { readTransport } from './read-transport.js';
import { protectiveServerKeys, serverKeys } from './server-keys.js';
import { serverLimits } from './settings-limits.js';
import type { ServerProblems } from './server-problems.js';
import { createValueReader } from './value-reader.js';
import { writtenTransport } from './written-transport.js';

/**
 * Reads one server. What is wrong in its form is thrown; what is wrong in a value that
 * only this server needs (an unset variable, an unsupported key) becomes its `problem`, so that
 * the others work.
 *
 * @param strict a problem of an enabled server fails the start
 * @throws SluiceError `CONFIG_INVALID`; with `strict` also `CONFIG_VARIABLE_UNSET`
 */
export function readServer(
  context: ConfigContext,
  server: ServerEntry,
  strict: boolean,
): ServerDefinition {
  const { source } = context;
  const { name, nameOffset, path } = server;
  checkServerName(source, name, nameOffset);
  const problems = createServerProblems(name, path);
  for (const { reason, hint, offset } of server.refusals) problems.add(reason, hint, offset);
  const reader = createValueReader(source, context.substituteText, problems.addUnreadable);
  const values = sortKeys(context, server, problems);

  const optional = <Value>(key: string, read: (node: ConfigNode, path: string) => Value) => {
    const node = values.get(key)?.value;
    return node === undefined ? undefined : read(node, childPath(path, key));
  };
  const { timeout, concurrency } = serverLimits;
  const description = optional('description', reader.text);
  const enabled = optional('enabled', reader.flag) ?? true;
  const blockedTools =
    optional('blocked_tools', (node, at) => readSelectors(reader, node, at)) ?? [];
  const prefix = optional('prefix', reader.text);
  const onlyTools = optional('enabled_tools', (node, at) => readSelectors(reader, node, at));
  const transport = readTransport({ context, reader, nameOffset, path, values, problems, enabled });
  const written = writtenTransport(values);
  const problem = problems.first();
  if (problem && strict && enabled)
    throw source.invalid(
      problem.offset ?? nameOffset,
      `with "strict" all servers must be fit to start, but ${quoteText(name)} is not: ${problem.reason}`,
      problem.hint,
      problem.code,
    );
  return {
    name,
    file: source.path,
    ...(description === undefined ? {} : { description }),
    enabled,
    transport,
    written: written.whole,
    shown: written.shown,
    ...(problem && { problem: { message: problem.message, hint: problem.hint } }),
    connectTimeoutMs:
      optional('timeout', (node, at) => reader.wholeNumber(node, at, timeout)) ?? timeout.default,
    concurrency:
      optional('concurrency', (node, at) => reader.wholeNumber(node, at, concurrency)) ??
      concurrency.default,
    trusted: optional('trusted', reader.flag) ?? false,
    ...(blockedTools.length > 0 && { blockedTools }),
    ...(onlyTools && { onlyTools: [onlyTools] }),
    ...(optional('readOnly', reader.flag) === true && { readOnly: true }),
    ...(prefix !== undefined && { prefix }),
  };
}

const known = [
  ...serverKeys.read,
  ...serverKeys.refused,
  ...serverKeys.later,
  ...clientKeys.keys(),
];

/** The keys that are read; the others become warnings or problems. */
function sortKeys(
  { source, warn }: ConfigContext,
  { path, keys, notices }: ServerEntry,
  problems: ServerProblems,
): ReadonlyMap<string, ConfigEntry> {
  const isIn = (keys: readonly string[], key: string) => keys.includes(key);
  const values = new Map<string, ConfigEntry>();
  for (const { key, offset, message } of notices)
    warn(source.warning(offset, `${childPath(path, key)} ${message}`));
  for (const entry of keys) {
    const { key, keyOffset, value } = entry;
    const keyPath = childPath(path, key);
    if (isIn(serverKeys.read, key)) values.set(key, entry);
    else if (isIn(serverKeys.refused, key) && !isOff(value))
      problems.add(
        `${quoteText(key)} is not supported by this version yet`,
        `Remove ${quoteText(key)} to start the server without it.`,
        keyOffset,
      );
    else if (isIn(known, key))
      warn(source.warning(keyOffset, `${keyPath} is not yet used by this version`));
    else {
      const near = nearestName(key, known);
      if (near !== undefined && protectiveServerKeys.has(near))
        problems.add(
          `the unknown key ${quoteText(key)} may stand for ${quoteText(near)}`,
          'Correct or remove the key.',
          keyOffset,
        );
      const guess = near === undefined ? '' : `; did you mean ${quoteText(near)}?`;
      warn(source.warning(keyOffset, `the unknown key ${keyPath} is ignored${guess}`));
    }
  }
  return values;
}

/** Whether a refused key says that nothing is to be done. */
function isOff(value: ConfigNode): boolean {
  return value.kind === 'null' || (value.kind === 'flag' && !value.value);
}
