import type { ConfigEntry } from '../config-node.js';
import type { ForeignKeyName } from './foreign-keys.js';
import { leftOut, refused, renamed, silent, textAt, wrongForm } from './key-import.js';
import type { ImportKey } from './key-import.js';

/** Keys of `[mcp_servers.*]` in Codex's `config.toml` (its documentation, "MCP", of November 2026). */
export const codexKeys = {
  bearer_token_env_var: (entry: ConfigEntry) => {
    const { value } = entry;
    if (value.kind === 'null') return { kind: 'keys', keys: [] };
    if (value.kind !== 'text') return wrongForm(entry, 'the name of a variable');
    return headers(entry, [
      {
        key: 'Authorization',
        keyOffset: entry.keyOffset,
        value: textAt(value, `Bearer \${${value.value}}`),
      },
    ]);
  },
  http_headers: renamed('headers'),
  env_http_headers: (entry: ConfigEntry) => {
    const { value } = entry;
    if (value.kind !== 'object') return wrongForm(entry, 'an object of names of variables');
    const named = value.entries.map((header) =>
      header.value.kind === 'text'
        ? { ...header, value: textAt(header.value, `\${${header.value.value}}`) }
        : header,
    );
    return headers(entry, named);
  },
  env_vars: (entry: ConfigEntry) => {
    const { value } = entry;
    if (value.kind !== 'list') return wrongForm(entry, 'a list of names of variables');
    const items = value.items.map(
      (item) =>
        (item.kind === 'object' && item.entries.find(({ key }) => key === 'name')?.value) || item,
    );
    return { kind: 'keys', keys: [{ ...entry, key: 'inheritEnv', value: { ...value, items } }] };
  },
  startup_timeout_sec: (entry: ConfigEntry) => {
    const { value } = entry;
    if (value.kind !== 'number') return wrongForm(entry, 'a number of seconds');
    const milliseconds = Math.round(value.value * 1000);
    const number = { ...value, value: milliseconds, written: String(milliseconds) };
    return { kind: 'keys', keys: [{ ...entry, key: 'timeout', value: number }] };
  },
  startup_timeout_ms: renamed('timeout'),
  tool_timeout_sec: leftOut('has no effect here: a call has the time of its run'),
  disabled_tools: renamed('blocked_tools'),
  scopes: refused('Put a token into "headers" instead.'),
  oauth_resource: refused('Put a token into "headers" instead.'),
  required: silent,
} satisfies Partial<Record<ForeignKeyName, ImportKey>>;

function headers(entry: ConfigEntry, entries: readonly ConfigEntry[]) {
  const value = { kind: 'object', offset: entry.value.offset, entries } as const;
  return { kind: 'keys', keys: [{ ...entry, key: 'headers', value }] } as const;
}
