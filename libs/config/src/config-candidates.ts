/** Where a configuration may stand. Paths may be relative or start with `~/` when a person wrote them. */
export type ConfigCandidates =
  | {
      /** The user named one file; it replaces all others and must exist. */
      readonly kind: 'explicit';
      readonly path: string;
      readonly from: '--config' | 'SLUICE_CONFIG';
    }
  | {
      /** The user's own file: at most one of `paths` may exist. */
      readonly kind: 'user';
      readonly folder: string;
      readonly paths: readonly string[];
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
}

/**
 * Where to look for the configuration: the file of `--config`, else of `SLUICE_CONFIG`, else the user's
 * file, which is `sluice` or `config` with the ending `.jsonc`, `.json`, `.yaml`, `.yml` or `.toml` in
 * `$XDG_CONFIG_HOME/sluice/` or `~/.config/sluice/`, on Windows in `%APPDATA%\sluice\`.
 * Empty variables count as unset, and so does a relative `XDG_CONFIG_HOME` (XDG base directory
 * specification 0.8).
 */
export function configCandidates(input: CandidateInput): ConfigCandidates {
  const { environment, explicitPath } = input;
  if (explicitPath) return { kind: 'explicit', path: explicitPath, from: '--config' };
  const variable = environment['SLUICE_CONFIG'];
  if (variable) return { kind: 'explicit', path: variable, from: 'SLUICE_CONFIG' };
  const { folder, separator } = userFolder(input);
  const paths = fileNames.map((name) => `${folder}${separator}${name}`);
  return { kind: 'user', folder, paths };
}

/** Where a project's file may stand: `sluice` with one of the endings, in the folder itself. */
export function projectCandidates(folder: string, separator: string): readonly string[] {
  return endings.map((ending) => `${folder}${separator}sluice.${ending}`);
}

const endings = ['jsonc', 'json', 'yaml', 'yml', 'toml'];
const fileNames = endings.flatMap((extension) => [`sluice.${extension}`, `config.${extension}`]);

function userFolder({ platform, environment, homeFolder }: CandidateInput) {
  if (platform === 'win32') {
    const base = environment['APPDATA'] || `${homeFolder}\\AppData\\Roaming`;
    return { folder: `${base}\\sluice`, separator: '\\' };
  }
  const xdg = environment['XDG_CONFIG_HOME'];
  const base = xdg?.startsWith('/') ? xdg.replace(/\/+$/, '') : `${homeFolder}/.config`;
  return { folder: `${base}/sluice`, separator: '/' };
}
