import type { CompatName } from './compat-name.js';

/** Everything {@link readSettings} works on. It does no IO of its own: files and folders are handed in. */
export interface ConfigInput {
  /**
   * The configuration files, most important first; empty gives defaults and no servers. Entries of
   * an earlier file replace those of a later one as a whole.
   */
  readonly files: readonly ConfigFile[];
  /** Stands in for another product: its group of tools, and without a policy its open default. */
  readonly compat?: CompatName | undefined;
  /** Variables for substitution; also `SLUICE_DENO`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What `~/` stands for, absolute. */
  readonly homeFolder: string;
  /**
   * The real path of a file, links followed, where it stands within `folder`; undefined where it does not, or is not
   * there. For `{file:…}` in a file that came with a folder. @default no such file is read
   */
  readonly realPathWithin?: (folder: string, absolutePath: string) => string | undefined;
  /** Reads a text for `{file:…}`; throws when it cannot (an error with a `code` such as `ENOENT` is named). */
  readonly readTextFile: (absolutePath: string) => string;
  /** Joins as `path.resolve` does: an absolute `path` wins over the folder. */
  readonly resolvePath: (baseFolder: string, path: string) => string;
  /** The preset to show servers and tools by. @default all of them */
  readonly profile?: string | undefined;
  /** Runs the words of `{cmd:…}` without a shell, bounded in time and output. @default none is run */
  readonly runCommand?: RunCommand;
  /** Reads what `{keychain:…}` names. @default nothing is read */
  readonly readKeychain?: ReadKeychain;
}

/**
 * Reads one secret from the keychain of the system; `reason` continues "names … of the keychain," and repeats none of
 * what was read.
 */
export type ReadKeychain = (
  service: string,
  account: string,
) =>
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: string; readonly hint: string };

/** Runs a command for its output; `reason` continues "a command that" and repeats none of its output. */
export type RunCommand = (
  words: readonly string[],
) => { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: string };

/** One configuration file as it was read. */
export interface ConfigFile {
  /** Absolute path, for messages and as the base of relative paths. */
  readonly path: string;
  /**
   * Whose it is. `own`: the user's, in its place; it may run commands. `named`: by `--config` or `SLUICE_CONFIG`.
   * `project`: of the folder, which nobody trusts yet. `client`: the user's own for another MCP client, `workspace`: one
   * of another client that came with the folder; of both nothing but servers is read.
   * @default 'named'
   */
  readonly origin?: 'own' | 'named' | 'project' | 'client' | 'workspace';
  /** Which MCP client's it is, for names; with `client` and `workspace`. */
  readonly client?: string;
  /** Keys from the top of the file down to where its servers are looked for; with `client` and `workspace`. @default the top */
  readonly within?: readonly string[];
  /** What its program puts in by itself, `workspaceFolder` say; they go before variables. @default none */
  readonly variables?: Readonly<Record<string, string>>;
  /** What relative paths start from. @default the folder that it stands in */
  readonly folder?: string;
  /** Its text, decoded; a byte order mark may still stand in front. */
  readonly text: string;
}
