import type { ErrorCode } from './errors.js';
import type { Json, JsonSchema } from './json.js';
import type { ProgramHost, RunEnd, RunRequest } from './run.js';
import type { SandboxProtection, ServerDefinition } from './settings.js';
import type { ContentBlock, UpstreamTool } from './tool.js';

/** Time, handed in so that tests can hold it. */
export interface Clock {
  /** Milliseconds since 1970, for what people read. */
  now(): number;
  /** Milliseconds that never run backwards, for durations. */
  monotonic(): number;
  /** Calls `task` once after `delayMs`; the returned function cancels. Does not keep the process alive. */
  schedule(delayMs: number, task: () => void): () => void;
}

/** Structured log lines for the operator. No payload and no secret ever goes in. */
export interface Logger {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/**
 * Runs programs. Implemented by `runner-host`.
 */
export interface RunnerPort {
  /**
   * Runs one program in a fresh runner. Never rejects for what the program does; aborting `signal`
   * kills the runner and ends the run with `RUN_CANCELLED`. When it settles nothing of the run is left.
   */
  run(request: RunRequest, host: ProgramHost, signal: AbortSignal): Promise<RunEnd>;
  /**
   * Starts what makes the first run fast: a host that serves calls it once and need not await it.
   * Runs do without. Never rejects.
   */
  warm?(): Promise<void>;
  /** Finds and tries the sandbox once; for `doctor`. */
  inspect(): Promise<RunnerInspection>;
  /** Kills every runner. Idempotent. */
  close(): Promise<void>;
}

/** What `doctor` shows of the sandbox. */
export type RunnerInspection =
  | {
      readonly ok: true;
      readonly denoPath: string;
      readonly denoVersion: string;
      readonly layers: readonly string[];
      /** What the operating system keeps a runner from, and the layers that do so; none where it does not. */
      readonly protections: readonly {
        readonly name: SandboxProtection;
        readonly by: readonly string[];
      }[];
      /** Why a layer that this machine seems to have is not used. */
      readonly problems: readonly string[];
    }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly message: string;
      readonly hint?: string;
    };

/** Live upstream connections. Implemented by `upstream-registry`. */
export interface UpstreamPort {
  /** All configured upstreams in configuration order, as they stand now. */
  statuses(): readonly UpstreamStatus[];
  /** Last known tools of one upstream, live or from the cache; empty when none are known. */
  tools(server: string): readonly UpstreamTool[];
  /** Starts connecting every enabled upstream in the background. */
  connectAll(): void;
  /**
   * Settles when the upstream is ready or failed, connecting it first where needed; never rejects but
   * for an aborted `signal`. With `retry`, one that is down is tried again at once, as a call would.
   */
  settled(
    server: string,
    signal: AbortSignal,
    options?: { readonly retry?: boolean },
  ): Promise<UpstreamStatus>;
  /**
   * Calls a tool by its raw name, connecting first where needed. The signal cancels upstream too.
   * @throws SluiceError `UPSTREAM_UNKNOWN`, `UPSTREAM_START`, `UPSTREAM_CLOSED`, `UPSTREAM_PROTOCOL`,
   *   `CALL_TIMEOUT`, `CALL_CANCELLED`. An `isError` result is not thrown but returned.
   */
  call(request: UpstreamCall): Promise<UpstreamResult>;
  /** Calls `listener` after any status or tool list changed. Returns the unsubscriber. */
  subscribe(listener: () => void): () => void;
  /** Ends every connection and child process. Idempotent. */
  close(): Promise<void>;
}

/** Upstreams for all who may look at them: only the gate may call. */
export type UpstreamView = Omit<UpstreamPort, 'call'>;

/** Upstreams that come and go while Sluice runs. Implemented by `upstream-registry`; no tool reaches it without a person's yes. */
export interface UpstreamSet {
  /**
   * Adds an upstream after all others and starts connecting it.
   * @throws SluiceError `USAGE` where there is one of that name
   */
  add(server: ServerDefinition): void;
  /** Ends an upstream and forgets it; nothing happens where there is none. */
  remove(name: string): Promise<void>;
}

/** One upstream as it stands. */
export interface UpstreamStatus {
  readonly name: string;
  /** `idle`: not yet started; `disabled`: by configuration. */
  readonly state: 'idle' | 'connecting' | 'ready' | 'failed' | 'disabled';
  readonly description?: string;
  readonly file: string;
  readonly trusted: boolean;
  readonly transport: 'stdio' | 'http';
  /** `cache`: the last known list from disk, not yet confirmed by the server. */
  readonly toolsFrom: 'none' | 'cache' | 'live';
  readonly toolCount: number;
  /** Why it is down, with secrets replaced. */
  readonly error?: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly hint?: string;
    readonly stderrTail?: string;
  };
  /** Milliseconds since 1970 of the next automatic attempt. */
  readonly retryAt?: number;
  /** The server's own name and version. */
  readonly serverInfo?: { readonly name: string; readonly version: string };
  readonly protocolVersion?: string;
  /** Lines on stdout that were not protocol (a banner, say). */
  readonly noiseLines: number;
}

/** One call to an upstream. */
export interface UpstreamCall {
  readonly server: string;
  readonly rawName: string;
  /** Always an object: `{}` when the program gave none. */
  readonly args: Json;
  readonly timeoutMs: number;
  /** The same for all calls of a run: to be listened to through `onAbort`. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: {
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
  }) => void;
}

/** What an upstream answered, and the value a program sees of it. */
export interface UpstreamResult {
  readonly isError: boolean;
  readonly content: readonly ContentBlock[];
  readonly structuredContent?: Json;
  /**
   * By the rule of docs/guide/programs.md: structured content, else a JSON object or array in the text, else
   * the text, else `{ text, content }` with the very list that is `content` here.
   */
  readonly value: Json;
  /** The JSON text that `value` was read from, as it came; absent where it was read from none. */
  readonly valueText?: string;
  /** The whole result as it came, for `opts.raw`. */
  readonly raw: Json;
  /** Bytes of the result as it came over the wire, or as JSON text where that is not known. */
  readonly sizeBytes: number;
}

/** Remembers tool lists between starts. Implemented by `store`. */
export interface CatalogueCache {
  /** The last tools saved under this definition digest; undefined when none, or unreadable. */
  read(definitionDigest: string): Promise<readonly UpstreamTool[] | undefined>;
  /** Saves; failures are logged, never thrown. */
  write(definitionDigest: string, tools: readonly UpstreamTool[]): Promise<void>;
}

/** Remembers the shapes of results between starts. Implemented by `store`. */
export interface ShapeStore {
  /** Shapes by the digest of a tool's definition, the longest unused first; empty when none, or unreadable. Never rejects. */
  read(): Promise<ReadonlyMap<string, JsonSchema>>;
  /** Replaces what is kept; of two processes the last one wins. Failures are logged, never thrown. */
  write(shapes: ReadonlyMap<string, JsonSchema>): Promise<void>;
}

/**
 * Keeps results: large values of runs, of nested calls, and what the model selects of them. Implemented by `store`.
 *
 * A result belongs to one session, and ends with it, by `release`, after `results.ttlSeconds`, or when the store
 * is full: then the oldest go first, pinned ones after all others. Equal contents take their space once. What
 * `put` has returned for survives the death of the process at any moment, and no half result is ever read.
 */
export interface ResultStore {
  /**
   * Keeps a text or bytes for one session.
   * @throws SluiceError `RESULT_TOO_LARGE` above `results.maxResultBytes`; `INTERNAL` where the disk fails.
   */
  put(sessionId: string, result: NewResult): Promise<StoredResult>;
  /** @throws SluiceError `RESULT_UNKNOWN` when the reference is not this session's, expired or released. */
  find(sessionId: string, ref: string): Promise<StoredResult>;
  /**
   * The whole text of a result.
   * @throws SluiceError `RESULT_UNKNOWN`; `RESULT_KIND` when it holds bytes.
   */
  read(
    sessionId: string,
    ref: string,
  ): Promise<{ readonly stored: StoredResult; readonly text: string }>;
  /**
   * Bytes of a result of any kind, texts in UTF-8; fewer than asked for only at its end. Reads no more than that.
   * @param range whole numbers from 0
   * @throws SluiceError `RESULT_UNKNOWN`
   */
  readBytes(
    sessionId: string,
    ref: string,
    range: { readonly offset: number; readonly length: number },
  ): Promise<{ readonly stored: StoredResult; readonly bytes: Uint8Array }>;
  /**
   * Forgets one result and returns what it was.
   * @throws SluiceError `RESULT_UNKNOWN`
   */
  release(sessionId: string, ref: string): Promise<StoredResult>;
  /** The results of a session, oldest first. */
  list(sessionId: string): Promise<readonly StoredResult[]>;
  /** What all sessions keep together. */
  stats(): Promise<StoreStats>;
  /** Forgets everything of a session. */
  endSession(sessionId: string): Promise<void>;
  /** Ends the use of the store; what is kept stays until its time is up. Idempotent. */
  close(): Promise<void>;
}

/** Keeps the files that programs save. Implemented by `store`. */
export interface FileStore {
  /**
   * Saves a file of one session, or replaces it whole: a reader sees the old or the new one. Names are
   * brought to Unicode's NFC first; saves of one session happen in the order in which they were asked for.
   *
   * @throws SluiceError `FILE_NAME` for a name that is not plain, or that differs from another in case alone,
   *   `FILE_TOO_LARGE` above `sandbox.maxFileBytes`, `FILE_QUOTA` when the session has too many files or
   *   bytes, `INTERNAL` when the disk fails.
   */
  save(sessionId: string, name: string, bytes: Uint8Array): Promise<SavedFile>;
  /**
   * Reads a file by its name or by the path that `save` gave.
   *
   * @throws SluiceError `FILE_UNKNOWN` when it is not this session's, expired, or no longer the file that
   *   was saved; `FILE_TOO_LARGE` when it grew beyond `sandbox.maxFileBytes`.
   */
  read(
    sessionId: string,
    nameOrPath: string,
  ): Promise<{ readonly file: SavedFile; readonly bytes: Uint8Array }>;
  /** Removes all files of a session. */
  endSession(sessionId: string): Promise<void>;
  /** Removes all files. Idempotent. */
  close(): Promise<void>;
}

/** A file of a session. */
export interface SavedFile {
  /** A plain file name in NFC. */
  readonly name: string;
  /** Where it is on this machine, absolute, for the human and for tools that read files. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly savedAt: number;
  readonly expiresAt: number;
}

/**
 * What a result holds.
 *
 * - `json`: JSON text as it came from a tool or from a selection.
 * - `wire`: JSON text of a program's value, with `$type` tags for what JSON lacks (docs/guide/programs.md, "Value of a run").
 * - `text`: any other text. - `bytes`: neither.
 */
export type ResultKind = 'json' | 'wire' | 'text' | 'bytes';

/** A result to keep. */
export type NewResult = {
  /** What made it: `run_code`, `select_result`, or a tool id. */
  readonly source: string;
  /** When the store is full, it goes after all that are not. @default false */
  readonly isPinned?: boolean;
} & (
  | {
      readonly kind: Exclude<ResultKind, 'bytes'>;
      /** Without lone surrogates: UTF-8 carries none. JSON text can write them as escapes. */
      readonly text: string;
    }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly contentType: string }
  | {
      readonly kind: 'bytes';
      /** The bytes as base64, as MCP carries them; the store decodes them piece by piece. */
      readonly base64: string;
      readonly contentType: string;
    }
);

/** A kept result. */
export interface StoredResult {
  /** `res_` and 128 random bits in hexadecimal digits; never a path or a digest. */
  readonly ref: string;
  readonly kind: ResultKind;
  /** Media type: `application/json`, `text/plain`, or what the bytes are. */
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly isPinned: boolean;
}

/** What a store keeps. */
export interface StoreStats {
  readonly results: number;
  /** Bytes kept; equal contents count once. */
  readonly sizeBytes: number;
}
