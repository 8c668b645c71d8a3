import type { ErrorCode } from './errors.js';
import type { Json } from './json.js';
import type { ContentBlock, ServerBinding, ToolDescription, ToolId } from './tool.js';

/** A place in a text: both count from 1; columns count UTF-16 code units, as V8 and editors do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What the runner gets for one run. */
export interface RunRequest {
  /** The normalised program: the body of an async function. The very text that was scanned. */
  readonly program: string;
  /** The `data` argument of the run; null when there is none. */
  readonly data: Json;
  readonly servers: readonly ServerBinding[];
  readonly limits: RunLimits;
}

/** The limits of one run. Each has one clear error that names it and its value. */
export interface RunLimits {
  /** Wall clock from the start of the program, in milliseconds. */
  readonly timeoutMs: number;
  readonly heapMb: number;
  readonly memoryMb: number;
  /** Nested calls in total. */
  readonly maxCalls: number;
  /** Nested calls at once; more are queued on the host. */
  readonly maxParallelCalls: number;
  /** Size of the run's value as JSON text, and of one call's arguments or result. */
  readonly maxValueBytes: number;
  /** Log text kept; what is beyond is counted, not an error. */
  readonly maxLogBytes: number;
  /** Size of one file that is saved or read. */
  readonly maxFileBytes: number;
}

/** What a program may ask of the host. `core` implements it; every call goes through the gate. */
export interface ProgramHost {
  /**
   * One nested call. Never rejects: refusals and failures are data for the program.
   * `signal` is aborted when the run ends, for whatever reason.
   */
  call(call: ProgramCall, signal: AbortSignal): Promise<CallReply>;
  search(query: string | readonly string[], limit: number | undefined): Promise<string>;
  /** `undefined` when the tool is unknown. */
  describe(id: ToolId): Promise<ToolDescription | undefined>;
  /**
   * Asks the person at the client. Never rejects. Meanwhile the wall clock of the run stands still.
   * `signal` is aborted when the run ends.
   */
  ask(ask: ProgramAsk, signal: AbortSignal): Promise<CallReply>;
  /** Saves a file of the session. Never rejects; settles in the order of the calls. */
  saveFile(name: string, bytes: Uint8Array): Promise<SaveReply>;
  /** Reads a file of the session by its name or path. Never rejects. */
  readFile(nameOrPath: string): Promise<ReadReply>;
  /** The bytes behind a media handle, by its reference. Never rejects. */
  readMedia(ref: string): Promise<ReadReply>;
  /**
   * An earlier result of the session, by the number of its call or by its reference. Never rejects.
   * @param ref `#n` as a number, or a reference
   */
  recall(ref: number | string): Promise<TextReply | CallReply>;
  /** JMESPath over an earlier result. Never rejects. `signal` is aborted when the run ends. */
  select(ref: number | string, expression: string, signal: AbortSignal): Promise<TextReply>;
  /** Keeps a value, given in its wire form, and replies with its reference. Never rejects. */
  keep(value: Json): Promise<CallReply>;
  log(entry: LogEntry): void;
  /** Log text that was counted and not sent because of `maxLogBytes`; told once, when the run ends. */
  logUnsent(size: { readonly lines: number; readonly bytes: number }): void;
  progress(progress: RunProgress): void;
  emit(block: ContentBlock): void;
}

/** A nested call as the program made it. */
export interface ProgramCall {
  readonly toolId: ToolId;
  readonly args: Json;
  /** `opts.timeoutMs` of the call. */
  readonly timeoutMs?: number;
  /** `opts.raw`: the whole MCP result instead of its value. */
  readonly raw?: boolean;
}

/** `ask(question, schema)` as the program made it. */
export interface ProgramAsk {
  readonly question: string;
  /** Unchecked: what kind of answer is wanted (docs/guide/programs.md, "Asking the user"). */
  readonly schema?: Json;
}

/** What the program gets back. */
export type CallReply =
  | {
      readonly ok: true;
      readonly value: Json;
      /** The JSON text that `value` was read from: it can go to the program in its place. UTF-8 can carry it. */
      readonly valueText?: string;
    }
  | { readonly ok: false; readonly error: ProgramVisibleError };

/** A value as text: it goes to the program without being parsed on the way. */
export type TextReply =
  | {
      readonly ok: true;
      /** JSON text. */
      readonly json: string;
      /** Whether `$type` tags in it stand for what JSON lacks; else they are data. */
      readonly isWire: boolean;
    }
  | { readonly ok: false; readonly error: ProgramVisibleError };

/** What became of a file to save: its path, or why it was not saved. */
export type SaveReply =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly error: ProgramVisibleError };

/** What is in a file, or why it cannot be read. */
export type ReadReply =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly error: ProgramVisibleError };

/** An error that crosses the wall into the program. */
export interface ProgramVisibleError {
  readonly name: 'ToolError' | 'PolicyError' | 'Error';
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
  readonly server?: string;
  readonly tool?: string;
  /** Content of an `isError` result. */
  readonly content?: readonly ContentBlock[];
  /** Structured content of an `isError` result. */
  readonly structured?: Json;
}

/** One console line. `text` may hold newlines. */
export interface LogEntry {
  readonly level: 'debug' | 'log' | 'info' | 'warn' | 'error';
  readonly text: string;
}

/** `progress(done, total?, message?)`. */
export interface RunProgress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** How a run ended, as the runner host reports it. */
export type RunEnd =
  | {
      readonly kind: 'value';
      /** The value as wire text: JSON, long integers in full digits, `$type` tags for what JSON lacks. */
      readonly json: string;
      /** UTF-8 bytes of `json`. */
      readonly sizeBytes: number;
    }
  | { readonly kind: 'threw'; readonly error: ThrownError }
  | {
      /** The host ended it, or the runner went away. */
      readonly kind: 'stopped';
      readonly code: Extract<ErrorCode, `RUN_${string}` | `RUNNER_${string}`>;
      readonly message: string;
      readonly hint?: string;
    };

/** What the program threw, or what kept it from compiling. Positions are of the normalised text. */
export interface ThrownError {
  readonly phase: 'compile' | 'run' | 'value';
  /** `error.name`, or `Error` for thrown non-errors. */
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly hint?: string;
  readonly position?: Position;
  /** Frames inside the program, innermost first. */
  readonly frames: readonly { readonly name?: string; readonly position: Position }[];
  readonly server?: string;
  readonly tool?: string;
}
