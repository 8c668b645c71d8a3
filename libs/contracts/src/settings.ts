import type { PolicyAction, PolicyRule } from './policy-rule.js';
import type { CheckMode } from './program-check.js';
import type { ServerConsent } from './server-consent.js';

/** What Sluice runs with after files, environment and defaults are joined. Made by `config`, read by all. */
export interface Settings {
  /** Upstreams in configuration order; names are unique. */
  readonly servers: readonly ServerDefinition[];
  readonly policy: readonly PolicyRule[];
  /** @default 'ask' */
  readonly policyDefault: PolicyAction;
  readonly sandbox: SandboxSettings;
  readonly results: ResultSettings;
  readonly catalogue: CatalogueSettings;
  /** Groups of our own tools that clients see. @default ['code'] */
  readonly expose: readonly ToolGroup[];
  readonly consent: ConsentSettings;
  /** What becomes of mistakes that are found in a program before it starts. @default 'enforce' */
  readonly check: CheckMode;
  /** Configuration files that were read, most important first; empty when there was none. */
  readonly files: readonly string[];
  /** Files that `{file:path}` took a value from, absolute. @default [] */
  readonly secretFiles?: readonly string[];
  /** Files that do not keep Sluice from starting, and could not be used. Each is told in `warnings` too. */
  readonly broken: readonly BrokenFile[];
  /** Unknown keys and the like, one line each; shown on stderr and by `doctor`. */
  readonly warnings: readonly string[];
}

/** A file that could not be used. */
export interface BrokenFile {
  readonly path: string;
  /** Names the file, the place and what is wrong. */
  readonly message: string;
}

/** Groups of our own tools (docs/guide/configuration.md, "Tools that clients see"). */
export const toolGroups = [
  'code',
  'results',
  'servers',
  'logs',
  'modes',
  'direct',
  'jsmcp',
  'toolpipe',
] as const;

/** One of {@link toolGroups}. */
export type ToolGroup = (typeof toolGroups)[number];

/** One configured upstream. */
export interface ServerDefinition {
  readonly name: string;
  /** The file that defines it. */
  readonly file: string;
  readonly description?: string;
  /** @default true */
  readonly enabled: boolean;
  readonly transport: StdioDefinition | HttpDefinition;
  /**
   * How it is started or reached, as the configuration has it: placeholders stay; of variables and
   * headers the names. Approvals are bound to its digest. It holds what secrets people wrote into
   * arguments or URL, so it is neither shown nor stored.
   */
  readonly written: string;
  /** {@link written} for people and for files: literal secrets are replaced. */
  readonly shown: string;
  /** What variables, files and commands gave for it, but for names of people and folders; to be kept out of all texts. */
  readonly secrets?: readonly string[];
  /**
   * Why this one cannot be started although the file was readable (an unset variable, say). The
   * upstream is listed as failed with this reason; the others work.
   */
  readonly problem?: { readonly message: string; readonly hint?: string };
  /**
   * Nothing of it is started, and no request is sent, before a person has said yes to it.
   * @default none is needed: the user wrote it for Sluice
   */
  readonly consent?: ServerConsent;
  /** Time for connecting and listing tools, in milliseconds. @default 30000 */
  readonly connectTimeoutMs: number;
  /** Nested calls at once to this upstream; the gate keeps it. @default 16 */
  readonly concurrency: number;
  /** The user vouches for this upstream's annotations. @default false */
  readonly trusted: boolean;
  /** Whether arguments are held against its input schemas before a call is sent. @default true */
  readonly checkArguments?: boolean;
  /** Tools that do not exist here, whatever the policy says. @default [] */
  readonly blockedTools?: readonly ToolSelector[];
  /**
   * Lists of tools each of which a tool must be on to exist here: by its final or raw name, exactly as
   * written. An empty list leaves none. @default []
   */
  readonly onlyTools?: readonly (readonly ToolSelector[])[];
  /** How its tools are named here. @default as it names them itself */
  readonly naming?: ToolNaming;
  /** Only tools that say of themselves that they are read-only exist here. @default false */
  readonly readOnly?: boolean;
  /** Stands before the names of its tools in the group `direct`. @default the server's name */
  readonly prefix?: string;
}

/** How the tools of one upstream get their final names: first the prefix goes, then the spelling changes. */
export interface ToolNaming {
  /** The prefix to take off; `true`: the longest one that all of its tools share, up to a `-`, `_`, `.` or `:`. */
  readonly stripPrefix?: string | true;
  /** Whether names become snake_case. */
  readonly snakeCase?: boolean;
}

/**
 * Selects tools of one server by name: by a glob of the policy's grammar, or where any part of the name
 * matches an expression.
 */
export type ToolSelector = string | { readonly glob: string } | { readonly regex: string };

/** A local upstream: a child process that speaks MCP on stdin and stdout. */
export interface StdioDefinition {
  readonly kind: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the short list of system variables; nothing else is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of further variables to hand on from our own environment. */
  readonly inheritEnv: readonly string[];
  readonly cwd?: string;
}

/** A remote upstream: Streamable HTTP, or the older HTTP with SSE. */
export interface HttpDefinition {
  readonly kind: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `auto`: Streamable HTTP first, SSE where the server answers 4xx to it. */
  readonly mode: 'auto' | 'streamable' | 'sse';
}

/** `sandbox.*`, with the defaults of `config`'s `defaultSandbox`. Sizes in bytes unless the name says otherwise. */
export interface SandboxSettings {
  readonly timeoutSeconds: number;
  readonly heapMb: number;
  readonly memoryMb: number;
  readonly maxProgramBytes: number;
  readonly maxCalls: number;
  readonly maxParallelCalls: number;
  readonly maxLogBytes: number;
  readonly logTailBytes: number;
  /** One saved file. */
  readonly maxFileBytes: number;
  /** CPU time of a run, all its threads together. */
  readonly cpuSeconds: number;
  /** All that a runner writes to stdout in one run. */
  readonly maxOutputBytes: number;
  /** All that a runner writes to stderr in one run; an honest one writes nothing. */
  readonly maxErrorBytes: number;
  /** Messages of a runner in one run. */
  readonly maxFrames: number;
  /** Started, empty runners that wait for a program; 0: none. */
  readonly pool: number;
  /**
   * How a program's files reach it. `folder`: a runner opens one file in a private folder, and the host puts copies
   * there; `host`: no permission to read at all, the host sends them.
   */
  readonly reads: 'folder' | 'host';
  /** Protections of the operating system without which nothing is run. */
  readonly require: readonly SandboxProtection[];
  /** Path of Deno; undefined: found. */
  readonly deno?: string;
}

/**
 * What the operating system itself keeps a runner from, behind Deno's permissions:
 *
 * - `network`: no socket. `files`: no file is opened or changed. `process`: no other process is
 *   started, signalled or looked into. `memory`: total memory has a hard limit. `cpu`: CPU time has
 *   one. `orphan`: a runner does not outlive the gateway, even one that was killed.
 * - `namespaces`: it does not so much as see the machine's files, processes and network.
 */
export const sandboxProtections = [
  'network',
  'files',
  'process',
  'memory',
  'cpu',
  'orphan',
  'namespaces',
] as const;

/** One of {@link sandboxProtections}. */
export type SandboxProtection = (typeof sandboxProtections)[number];

/** `results.*` in bytes and seconds. */
export interface ResultSettings {
  readonly inlineMaxBytes: number;
  readonly previewMaxBytes: number;
  readonly readMaxBytes: number;
  readonly maxResultBytes: number;
  readonly maxStoreBytes: number;
  readonly ttlSeconds: number;
  /** By server, or by `server:tool`, which goes first. @default auto for all */
  readonly mode?: Readonly<Record<string, ResultMode>>;
}

/**
 * What becomes of the result of a tool in the group `direct`. `auto`: a large one is kept and shown as a
 * reference; `always`: any one is; `never`: it is passed on as it came.
 */
export const resultModes = ['auto', 'always', 'never'] as const;

/** One of {@link resultModes}. */
export type ResultMode = (typeof resultModes)[number];

/** `consent.*`. */
export interface ConsentSettings {
  /** How long a person may take for one question in the client, in seconds. @default 300 */
  readonly timeoutSeconds: number;
}

/** `catalogue.*`. */
export interface CatalogueSettings {
  /** Largest catalogue whose signatures stand in the description of `run_code`. @default 4096 */
  readonly inlineMaxBytes: number;
}
