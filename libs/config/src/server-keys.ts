/**
 * The keys of one server. `read` ones do what they say. `later` ones have no effect yet and may be left out without
 * harm. Keys of other programs, among them those that hold a server back, stand in `imports/`.
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
    'strip_tool_prefix',
    'normalize_tool_names',
  ],
  later: ['idleTimeout'],
} as const;

/**
 * Keys that no mistyped name may come near without the server being held back: ignoring them starts
 * or shows what the user wanted to keep off.
 */
export const protectiveServerKeys: ReadonlySet<string> = new Set([
  'oauth',
  'strip_tool_prefix',
  'normalize_tool_names',
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
