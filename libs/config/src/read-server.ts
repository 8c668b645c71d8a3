import { nearestName } from '@sluice/contracts';
import type { ServerDefinition, ToolNaming } from '@sluice/contracts';
import { checkServerName } from './check-server-name.js';
import { childPath } from './child-path.js';
import type { ServerEntry } from './imports/server-entry.js';
import type { KeyRow } from './keys/key-row.js';
import { knownServerKeys, protectiveServerKeys } from './keys/known-server-keys.js';
import { serverKeys } from './keys/server-keys.js';
import type { ServerKey } from './keys/server-keys.js';
import type { ConfigContext } from './config-context.js';
import type { ConfigEntry, ConfigNode } from './config-node.js';
import { createServerProblems } from './server-problems.js';
import { quoteText } from './quote-text.js';
import { readSelectors } from './read-selectors.js';
import { readTransport } from './read-transport.js';
import { serverConsent } from './server-consent.js';
import type { ServerValues } from './read-transport.js';
import { serverLimits } from './settings-limits.js';
import type { ServerProblems } from './server-problems.js';
import { unknownKey } from './unknown-key.js';
import { createValueReader } from './value-reader.js';
import type { ValueReader } from './value-reader.js';
import { writtenTransport } from './written-transport.js';

/** What a file says for all of its servers. */
export interface ServerDefaults {
  /** A problem of an enabled server fails the start. */
  readonly strict: boolean;
  /** jsmcp's `auto_strip_tool_prefixes`. */
  readonly stripPrefixes: boolean;
  /** jsmcp's `normalize_tool_names`. */
  readonly snakeCase: boolean;
}

/**
 * Reads one server. What is wrong in its form is thrown; what is wrong in a value that
 * only this server needs (an unset variable, an unsupported key) becomes its `problem`, so that
 * the others work.
 *
 * @throws SluiceError `CONFIG_INVALID`; with `strict` also `CONFIG_VARIABLE_UNSET`
 */
export function readServer(
  context: ConfigContext,
  server: ServerEntry,
  { strict, ...defaults }: ServerDefaults,
): ServerDefinition {
  const { source } = context;
  const { name, nameOffset, path } = server;
  checkServerName(source, name, nameOffset);
  const problems = createServerProblems(name, path);
  for (const { reason, hint, offset } of server.refusals) problems.add(reason, hint, offset);
  const isOff = server.keys.some(
    ({ key, value }) => key === 'enabled' && value.kind === 'flag' && !value.value,
  );
  const secrets = new Set<string>();
  const substitute = isOff ? context.substituteIdly : context.substituteText;
  const reader = createValueReader(
    source,
    (text) => substitute(text, (value) => secrets.add(value)),
    problems.addUnreadable,
  );
  const values = sortKeys(context, server, problems);
  // What a model reads of a file that nobody vouches for must not say what the user's variables hold.
  const words = context.origin ? createValueReader(source, asWritten, () => '') : reader;

  const optional = <Value>(key: ServerKey, read: (node: ConfigNode, path: string) => Value) => {
    const node = values.get(key)?.value;
    return node === undefined ? undefined : read(node, childPath(path, key));
  };
  const { timeout, concurrency } = serverLimits;
  const description = optional('description', words.text);
  const enabled = optional('enabled', reader.flag) ?? true;
  const blockedTools =
    optional('blocked_tools', (node, at) => readSelectors(words, node, at)) ?? [];
  const prefix = optional('prefix', words.text);
  const onlyTools = optional('enabled_tools', (node, at) => readSelectors(words, node, at));
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
    ...(secrets.size > 0 && { secrets: [...secrets] }),
    ...(context.origin && { consent: serverConsent(values, context.origin, context) }),
    ...(problem && { problem: { message: problem.message, hint: problem.hint } }),
    connectTimeoutMs:
      optional('timeout', (node, at) => reader.wholeNumber(node, at, timeout)) ?? timeout.default,
    concurrency:
      optional('concurrency', (node, at) => reader.wholeNumber(node, at, concurrency)) ??
      concurrency.default,
    trusted: optional('trusted', reader.flag) ?? false,
    ...(optional('checkArguments', reader.flag) === false && { checkArguments: false }),
    ...(blockedTools.length > 0 && { blockedTools }),
    ...(onlyTools && { onlyTools: [onlyTools] }),
    ...(optional('readOnly', reader.flag) === true && { readOnly: true }),
    ...(prefix !== undefined && { prefix }),
    ...namingOf(words, values, path, defaults),
  };
}

function asWritten(text: string) {
  return { ok: true, text } as const;
}

/** `strip_tool_prefix` (a text, or true for what all tools share) and `normalize_tool_names`. */
function namingOf(
  reader: ValueReader,
  values: ServerValues,
  path: string,
  { stripPrefixes, snakeCase }: Omit<ServerDefaults, 'strict'>,
): { readonly naming?: ToolNaming } {
  const prefix = values.get('strip_tool_prefix')?.value;
  const spelling = values.get('normalize_tool_names')?.value;
  const strip =
    prefix === undefined
      ? stripPrefixes
      : prefix.kind === 'text'
        ? reader.text(prefix, childPath(path, 'strip_tool_prefix'))
        : reader.flag(prefix, childPath(path, 'strip_tool_prefix'));
  const snake = spelling
    ? reader.flag(spelling, childPath(path, 'normalize_tool_names'))
    : snakeCase;
  const naming: ToolNaming = {
    ...(strip !== false && strip !== '' && { stripPrefix: strip }),
    ...(snake && { snakeCase: true }),
  };
  return Object.keys(naming).length === 0 ? {} : { naming };
}

/** The keys that are read; the others become warnings or problems. */
function sortKeys(
  { source, warn }: ConfigContext,
  { path, keys, notices }: ServerEntry,
  problems: ServerProblems,
): ServerValues {
  const values = new Map<ServerKey, ConfigEntry>();
  for (const { key, offset, message } of notices)
    warn(source.warning(offset, `${childPath(path, key)} ${message}`));
  for (const entry of keys) {
    const { key, keyOffset } = entry;
    const keyPath = childPath(path, key);
    if (isServerKey(key)) {
      const { idle }: KeyRow = serverKeys[key];
      if (idle === undefined) values.set(key, entry);
      else warn(source.warning(keyOffset, `${keyPath} ${idle}`));
      continue;
    }
    const near = nearestName(key, knownServerKeys);
    if (near !== undefined && protectiveServerKeys.has(near))
      problems.add(
        `the unknown key ${quoteText(key)} may stand for ${quoteText(near)}`,
        'Correct or remove the key.',
        keyOffset,
      );
    warn(source.warning(keyOffset, unknownKey(keyPath, near)));
  }
  return values;
}

function isServerKey(key: string): key is ServerKey {
  return Object.hasOwn(serverKeys, key);
}
