import type { PlaceInput } from './mcp-client.js';

/** Joins with the platform's separator; the folder is absolute already, and may end with one. */
export function joinPath(
  { platform }: Pick<PlaceInput, 'platform'>,
  folder: string,
  ...words: readonly string[]
): string {
  const separator = platform === 'win32' ? '\\' : '/';
  const clean = folder.replace(platform === 'win32' ? /[\\/]+$/ : /\/+$/, '');
  return [clean, ...words].join(separator);
}

/** A variable's value; empty counts as unset, as in the XDG specification. */
export function variable({ environment }: PlaceInput, name: string): string | undefined {
  return environment[name] || undefined;
}

/** `$XDG_CONFIG_HOME` where it is absolute, else `~/.config`; also on Windows, for programs that know no other place. */
export function xdgConfig(input: PlaceInput): string {
  const value = variable(input, 'XDG_CONFIG_HOME');
  const isAbsolute = value !== undefined && /^(?:\/|[A-Za-z]:[\\/])/.test(value);
  return isAbsolute ? value.replace(/[\\/]+$/, '') : joinPath(input, input.homeFolder, '.config');
}

/**
 * Where the system keeps settings of applications: `~/Library/Application Support`, `%APPDATA%`, or
 * {@link xdgConfig}.
 */
export function applicationSettings(input: PlaceInput): string {
  const { platform, homeFolder } = input;
  if (platform === 'darwin') return joinPath(input, homeFolder, 'Library', 'Application Support');
  if (platform === 'win32')
    return variable(input, 'APPDATA') ?? joinPath(input, homeFolder, 'AppData', 'Roaming');
  return xdgConfig(input);
}

/** `%LOCALAPPDATA%`, or where Windows keeps it. */
export function localAppData(input: PlaceInput): string {
  return variable(input, 'LOCALAPPDATA') ?? joinPath(input, input.homeFolder, 'AppData', 'Local');
}
