/** One key of a server in the files of other programs that is no key of ours. */
export interface ForeignKey {
  /** The programs that write it. */
  readonly of: readonly string[];
  /** What becomes of it here, in words. */
  readonly becomes: string;
  /** No mistyped key may come near it without the server being held back: it keeps something off. */
  readonly isProtective?: boolean;
}

const byPolicy = 'nothing, with a warning: the policy says what runs without a question';
const signsIn = 'a server with it is held back: this version cannot sign in';

/**
 * The names; what they are read as stands in `client-keys`. No name means two things to two programs, so that one table
 * serves the files of all.
 */
export const foreignKeys = {
  bearer_token_env_var: {
    of: ['Codex'],
    becomes: 'the header `Authorization: Bearer` with the value of that variable',
    isProtective: true,
  },
  http_headers: { of: ['Codex'], becomes: '`headers`' },
  env_http_headers: { of: ['Codex'], becomes: '`headers` with the values of variables' },
  env_vars: { of: ['Codex'], becomes: '`inheritEnv`' },
  startup_timeout_sec: { of: ['Codex'], becomes: '`timeout`, in seconds' },
  startup_timeout_ms: { of: ['Codex'], becomes: '`timeout`' },
  tool_timeout_sec: {
    of: ['Codex'],
    becomes: 'nothing, with a warning: a call has the time of its run',
  },
  disabled_tools: { of: ['Codex'], becomes: '`blocked_tools`', isProtective: true },
  scopes: { of: ['Codex'], becomes: signsIn },
  oauth_resource: { of: ['Codex'], becomes: signsIn },
  required: { of: ['Codex'], becomes: 'nothing' },
  disabled: {
    of: ['Claude Desktop', 'Cline', 'Windsurf', 'Roo'],
    becomes: '`enabled`, the other way round',
    isProtective: true,
  },
  disabledTools: {
    of: ['Windsurf', 'Roo'],
    becomes: '`blocked_tools`',
    isProtective: true,
  },
  alwaysAllow: { of: ['Roo'], becomes: byPolicy },
  autoApprove: { of: ['Cline'], becomes: byPolicy },
  serverUrl: { of: ['Windsurf'], becomes: '`url`' },
  httpUrl: { of: ['Gemini'], becomes: '`url` with `type: "streamable-http"`' },
  includeTools: { of: ['Gemini'], becomes: '`enabled_tools`', isProtective: true },
  excludeTools: { of: ['Gemini'], becomes: '`blocked_tools`', isProtective: true },
  trust: { of: ['Gemini'], becomes: byPolicy },
  authProviderType: { of: ['Gemini'], becomes: signsIn },
  allowedTools: { of: ['GitHub Copilot'], becomes: '`enabled_tools`', isProtective: true },
  tools: {
    of: ['GitHub Copilot'],
    becomes: '`enabled_tools`; a table of approvals (Codex) is nothing, with a warning',
    isProtective: true,
  },
  envFile: {
    of: ['VS Code', 'Cursor'],
    becomes: 'a server with it is held back: that file is not read',
  },
  gallery: { of: ['VS Code'], becomes: 'nothing' },
  version: { of: ['VS Code'], becomes: 'nothing' },
  dev: { of: ['VS Code'], becomes: 'nothing, with a warning' },
  source: {
    of: ['Zed'],
    becomes: 'nothing; `extension` without a command holds the server back',
  },
  settings: { of: ['Zed'], becomes: 'nothing, with a warning: it is for extensions' },
  oauth: {
    of: ['jsmcp', 'OpenCode', 'Cursor'],
    becomes: `nothing where it is \`false\`; else ${signsIn}`,
    isProtective: true,
  },
} as const satisfies Readonly<Record<string, ForeignKey>>;

/** One of {@link foreignKeys}. */
export type ForeignKeyName = keyof typeof foreignKeys;
