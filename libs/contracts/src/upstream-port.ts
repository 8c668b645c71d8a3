import type { ErrorCode } from './errors.js';
import type { Json } from './json.js';
import type { ServerDefinition } from './settings.js';
import type { ContentBlock, UpstreamTool } from './tool.js';

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
  /**
   * Makes the configured upstreams these, in this order; those that came by {@link add} stay behind them. Only what is started or
   * reached in another way than before is started anew: its calls under way fail with `UPSTREAM_CLOSED` and the reason.
   * Listeners are told in any case.
   *
   * @param reason continues "Upstream … is being closed: "
   */
  configure(servers: readonly ServerDefinition[], reason: string): void;
}

/** One upstream as it stands. */
export interface UpstreamStatus {
  readonly name: string;
  /** `idle`: not yet started; `disabled`: by configuration; `waiting`: for a person's yes, and nothing of it is started. */
  readonly state: 'idle' | 'connecting' | 'ready' | 'failed' | 'disabled' | 'waiting';
  readonly description?: string;
  readonly file: string;
  readonly trusted: boolean;
  /** Whether arguments are held against its input schemas before a call is sent. @default true */
  readonly checkArguments?: boolean;
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
  /** The JSON text that `value` was read from, as it came; absent where it was read from none, or from one that UTF-8 cannot carry. */
  readonly valueText?: string;
  /** The whole result as it came, for `opts.raw`. */
  readonly raw: Json;
  /** Bytes of the result as it came over the wire, or as JSON text where that is not known. */
  readonly sizeBytes: number;
}
