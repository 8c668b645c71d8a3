import type { CompatName } from './compat-name.js';

/** Where a configuration may stand. Paths may be relative or start with `~/` when a person wrote them. */
export type ConfigCandidates =
  | {
      /** The user named one file; it replaces all others and must exist. */
      readonly kind: 'explicit';
      readonly path: string;
      readonly from: '--config' | 'SLUICE_CONFIG' | 'TOOLSCRIPT_CONFIG';
    }
  | {
      /** The user's own file: at most one of `paths` may exist. */
      readonly kind: 'user';
      readonly folder: string;
      readonly paths: readonly string[];
      /** Where the product of `--compat` has its own; one that stands there goes before those of `paths`. */
      readonly compatPaths: readonly string[];
    };

/** What {@link configCandidates} decides on. */
export interface CandidateInput {
  /** `process.platform`. */
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly homeFolder: string;
  /** The value of `--config`. */
  readonly explicitPath?: string | undefined;
  /** The value of `--compat`. */
  readonly compat?: CompatName | undefined;
}

/**
 * Where to look for the configuration: the file of `--config`, else of `SLUICE_CONFIG`, else of `TOOLSCRIPT_CONFIG`, else
 * that of the product of `--compat` in its own place, else the user's file, which is `sluice` or `config` with the ending `.jsonc`, `.json`, `.yaml`, `.yml` or `.toml` in
 * `$XDG_CONFIG_HOME/sluice/` or `~/.config/sluice/`, on Windows in `%APPDATA%\sluice\`.
 * Empty variables count as unset, and so does a relative `XDG_CONFIG_HOME` (XDG base directory
 * specification 0.8).
 */
export function configCandidates(input: CandidateInput): ConfigCandidates {
  const { environment, explicitPath } = input;
  if (explicitPath) return { kind: 'explicit', path: explicitPath, from: '--config' };
  for (const from of ['SLUICE_CONFIG', 'TOOLSCRIPT_CONFIG'] as const) {
    const path = environment[from];
    if (path) return { kind: 'explicit', path, from };
  }
  const { folder, separator } = userFolder(input, 'sluice');
  const paths = fileNames.map((name) => `${folder}${separator}${name}`);
  return { kind: 'user', folder, paths, compatPaths: compatPaths(input) };
}

/**
 * jsmcp: one of three names in `$XDG_CONFIG_HOME/jsmcp/` or `~/.config/jsmcp/`, on every system. toolscript: `config.json`
 * in its folder beside ours. ToolPipe reads the file it is told, and none otherwise.
 */
function compatPaths(input: CandidateInput): readonly string[] {
  if (input.compat === 'toolscript') {
    const { folder, separator } = userFolder(input, 'toolscript-mcp');
    return [`${folder}${separator}config.json`];
  }
  if (input.compat !== 'jsmcp') return [];
  const { folder } = xdgFolder(input, 'jsmcp');
  return ['json', 'yaml', 'yml'].map((ending) => `${folder}/config.${ending}`);
}

/** Where a project's file may stand: `sluice` with one of the endings, in the folder itself. */
export function projectCandidates(folder: string, separator: string): readonly string[] {
  return endings.map((ending) => `${folder}${separator}sluice.${ending}`);
}

const endings = ['jsonc', 'json', 'yaml', 'yml', 'toml'];
const fileNames = endings.flatMap((extension) => [`sluice.${extension}`, `config.${extension}`]);

function userFolder(input: CandidateInput, name: string) {
  const { platform, environment, homeFolder } = input;
  if (platform !== 'win32') return xdgFolder(input, name);
  const base = environment['APPDATA'] || `${homeFolder}\\AppData\\Roaming`;
  return { folder: `${base}\\${name}`, separator: '\\' };
}

function xdgFolder({ environment, homeFolder }: CandidateInput, name: string) {
  const xdg = environment['XDG_CONFIG_HOME'];
  const base = xdg?.startsWith('/') ? xdg.replace(/\/+$/, '') : `${homeFolder}/.config`;
  return { folder: `${base}/${name}`, separator: '/' };
}
