/** What every upstream process gets on POSIX, as the MCP SDKs do it. */
const posixNames = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];

/** The same for Windows: without these no program starts there. */
const windowsNames = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];

/** What {@link childEnvironment} reads. */
export interface ChildEnvironmentInput {
  /** Our own environment. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Names to hand on beyond the short list. */
  readonly inheritEnv: readonly string[];
  /** The upstream's own variables; they win. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * The whole environment of one upstream process: a short list of system variables, the names it
 * inherits, and its own. Nothing else of ours reaches it, and an empty `env` takes nothing away.
 * On Windows names count without their case.
 */
export function childEnvironment(input: ChildEnvironmentInput): Record<string, string> {
  const isWindows = input.platform === 'win32';
  const keyOf = (name: string) => (isWindows ? name.toUpperCase() : name);
  const names = [...(isWindows ? windowsNames : posixNames), ...input.inheritEnv].map(keyOf);
  const wanted = new Set(names);
  const result = new Map<string, readonly [name: string, value: string]>();
  for (const [name, value] of Object.entries(input.environment)) {
    // A value that starts with "()" is an exported shell function (CVE-2014-6271).
    if (value === undefined || value.startsWith('()') || !wanted.has(keyOf(name))) continue;
    result.set(keyOf(name), [name, value]);
  }
  for (const [name, value] of Object.entries(input.env)) result.set(keyOf(name), [name, value]);
  return Object.fromEntries(result.values());
}
