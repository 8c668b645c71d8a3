import type { ConfigEntry } from '../config-node.js';
import { codexKeys } from './codex-keys.js';
import type { ForeignKeyName } from './foreign-keys.js';
import { leftOut, refused, renamed, silent, textAt, wrongForm } from './key-import.js';
import type { ImportKey } from './key-import.js';

const byPolicy = leftOut('has no effect here: the policy says what runs without a question');

const readAs: Readonly<Record<ForeignKeyName, ImportKey>> = {
  ...codexKeys,
  // Claude Desktop, Cline, Windsurf, Roo
  disabled: flipped('enabled'),
  disabledTools: renamed('blocked_tools'),
  alwaysAllow: byPolicy,
  autoApprove: byPolicy,
  // Windsurf
  serverUrl: renamed('url'),
  // Gemini
  httpUrl: streamable,
  includeTools: renamed('enabled_tools'),
  excludeTools: renamed('blocked_tools'),
  trust: byPolicy,
  authProviderType: refused('Put a token into "headers" instead.'),
  // GitHub Copilot and others
  allowedTools: renamed('enabled_tools'),
  tools: onlyTools,
  // VS Code, Cursor
  envFile: refused('Write its variables into "env", or name them in "inheritEnv".'),
  gallery: silent,
  version: silent,
  dev: leftOut('has no effect here'),
  // Zed
  source,
  settings: leftOut('has no effect here: it is for extensions of Zed'),
  oauth: refused('Put a token into "headers" instead.'),
};

/** Keys of one server in the files of other programs, and what they become in our own words. */
export const clientKeys: ReadonlyMap<string, ImportKey> = new Map(Object.entries(readAs));

function flipped(key: string): ImportKey {
  return (entry) => {
    const { value } = entry;
    if (value.kind === 'null') return { kind: 'keys', keys: [] };
    if (value.kind !== 'flag') return wrongForm(entry, 'true or false');
    return { kind: 'keys', keys: [{ ...entry, key, value: { ...value, value: !value.value } }] };
  };
}

/** Gemini's `url` is the older HTTP with SSE, its `httpUrl` the streamable one. */
function streamable(entry: ConfigEntry): ReturnType<ImportKey> {
  return {
    kind: 'keys',
    keys: [
      { ...entry, key: 'url' },
      { ...entry, key: 'type', value: textAt(entry.value, 'streamable-http') },
    ],
  };
}

/** A list of names; `["*"]` is all. Codex has a table of approvals per tool under this name. */
function onlyTools(entry: ConfigEntry): ReturnType<ImportKey> {
  return entry.value.kind === 'object' ? byPolicy(entry) : renamed('enabled_tools')(entry);
}

function source(entry: ConfigEntry): ReturnType<ImportKey> {
  if (entry.value.kind !== 'text' || entry.value.value !== 'extension')
    return { kind: 'keys', keys: [] };
  return {
    kind: 'refusal',
    reason: 'an extension of Zed starts it, and the file does not say how',
    hint: 'Write its "command".',
  };
}
