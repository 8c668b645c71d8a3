/**
 * The keys of one server. `read` ones do what they say. `refused` ones narrow what a server may do,
 * who it is, or how its tools are named for the policy: as this version cannot honour them, a server
 * that sets one is not started. `later` ones have no effect yet and may be left out without harm.
 */
export const serverKeys = {
  read: [
    'type',
    'command',
    'args',
    'env',
    'environment',
    'inheritEnv',
    'cwd',
    'url',
    'headers',
    'enabled',
    'timeout',
    'description',
    'trusted',
    'concurrency',
    'blocked_tools',
    'readOnly',
    'enabled_tools',
    'prefix',
  ],
  refused: ['strip_tool_prefix', 'normalize_tool_names'],
  later: ['idleTimeout'],
} as const;

/**
 * Keys that no mistyped name may come near without the server being held back: ignoring them starts
 * or shows what the user wanted to keep off.
 */
export const protectiveServerKeys: ReadonlySet<string> = new Set([
  ...serverKeys.refused,
  'oauth',
  'bearer_token_env_var',
  'enabled',
  'disabled',
  'blocked_tools',
  'enabled_tools',
  'disabled_tools',
  'disabledTools',
  'includeTools',
  'excludeTools',
  'allowedTools',
  'tools',
  'readOnly',
]);
