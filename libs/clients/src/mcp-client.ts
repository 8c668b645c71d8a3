import type { JsonObject } from '@sluice/contracts';

/** The clients that Sluice knows, by the word that a person types. */
export type ClientId =
  | 'claude-code'
  | 'claude-desktop'
  | 'cursor'
  | 'codex'
  | 'opencode'
  | 'zed'
  | 'vscode'
  | 'gemini'
  | 'windsurf';

/** What the places of a client's files depend on; handed in, so that every platform can be tried anywhere. */
export interface PlaceInput {
  /** `process.platform`: `linux`, `darwin`, `win32`; others count as `linux`. */
  readonly platform: string;
  /** Absolute. */
  readonly homeFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder that is worked in, absolute; without it, only the user's own places are named. */
  readonly workspaceFolder?: string | undefined;
}

/** A path of keys from the top of a file to the object whose keys are names of servers. */
export type Section = readonly string[];

/** One file of a client that may stand there, and where in it the servers are. */
export interface ConfigPlace {
  /**
   * `user`: the user's own, in all folders. `workspace`: what came with a folder, or is meant for one alone; nobody
   * trusts it before a person does.
   */
  readonly scope: 'user' | 'workspace';
  /** Absolute, in the platform's own spelling. */
  readonly path: string;
  /** Where its servers stand: the first that is there counts, and where none is, the last one is written. */
  readonly sections: readonly Section[];
  /** Set on the file of a scope that is made where none of them is there. */
  readonly isUsual?: true;
}

/** How a program is started: what `command` and `args` of a server's entry say. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** One client: where it keeps its servers and how it writes them. */
export interface McpClient {
  readonly id: ClientId;
  /** Its name for people. */
  readonly title: string;
  /** `json`: also with comments and trailing commas, where the file has them. */
  readonly format: 'json' | 'toml';
  /** The files that it may read, in falling order of how much they count; more than one may be there. */
  places(input: PlaceInput): readonly ConfigPlace[];
  /** The entry of a local server in its own words, for JSON or TOML. */
  entry(launch: Launch): JsonObject;
  /** Names of its program in a list of processes, in lower case and without `.exe`. */
  readonly programs: readonly string[];
  /** What a person does so that a change counts; one sentence. */
  readonly reload: string;
}
