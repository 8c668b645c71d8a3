import type { JsonValue } from '@sluice/json-text';

/*
 * The payload of each message. Their shapes are those of `@sluice/contracts` (run.ts, tool.ts),
 * stated again because this room knows only json-text; the host side's assignments between the two
 * are what keeps them equal, checked by the compiler.
 */

/** `ready` */
export interface Ready {
  readonly version: number;
  /** Names of the hardening steps that were done and that held; absent where none was ordered. */
  readonly hardened?: readonly string[];
}

/** `call-start` */
export interface CallStart {
  readonly id: number;
  readonly toolId: string;
  /** Always an object. */
  readonly args: JsonValue;
  readonly timeoutMs?: number;
  readonly raw?: boolean;
}

/** `search-start` */
export interface SearchStart {
  readonly id: number;
  readonly query: string | readonly string[];
  readonly limit?: number;
}

/** `describe-start` */
export interface DescribeStart {
  readonly id: number;
  readonly toolId: string;
}

/** `ask-start` */
export interface AskStart {
  readonly id: number;
  readonly question: string;
  readonly schema?: JsonValue;
}

/** `recall-start` */
export interface RecallStart {
  readonly id: number;
  /** `#n` of a nested call, or a reference. */
  readonly ref: number | string;
}

/** `select-start` */
export interface SelectStart extends RecallStart {
  readonly expression: string;
}

/** `keep-start` */
export interface KeepStart {
  readonly id: number;
  /** The value in its wire form: with `$type` tags for what JSON lacks. */
  readonly value: JsonValue;
}

/** `save-start` */
export interface SaveStart {
  readonly id: number;
  readonly name: string;
  /** A part of the payload. */
  readonly bytes: Uint8Array;
}

/** `read-start`: of a file, or of the bytes behind a media handle. */
export type ReadStart =
  | {
      readonly id: number;
      /** The name of a file, or the path that `save-end` gave. */
      readonly name: string;
    }
  | {
      readonly id: number;
      /** The reference of the handle. */
      readonly ref: string;
    };

/** Severity of a console entry. */
export type LogLevel = 'debug' | 'log' | 'info' | 'warn' | 'error';

/** `log` */
export interface Log {
  readonly entries: readonly { readonly level: LogLevel; readonly text: string }[];
  /** What the runner did not send because `maxLogBytes` was reached; totals so far. */
  readonly dropped?: { readonly entries: number; readonly bytes: number };
}

/** `progress` */
export interface Progress {
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

/** `emit`: one MCP content block. */
export interface Emit {
  readonly type: string;
  readonly [key: string]: JsonValue;
}

/** A place in the normalised program, counted from 1. */
export interface WirePosition {
  readonly line: number;
  readonly column: number;
}

/** `run-throw` */
export interface RunThrow {
  readonly phase: 'compile' | 'run' | 'value';
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly hint?: string;
  readonly position?: WirePosition;
  readonly frames: readonly { readonly name?: string; readonly position: WirePosition }[];
  readonly server?: string;
  readonly tool?: string;
}

/** `probe-start` */
export interface ProbeStart {
  readonly id: number;
  /** Off-heap memory, in MiB, that it must not get. Absent: not tried. */
  readonly memoryMb?: number;
}

/** `probe-end`: each attack, and whether the wall held. */
export interface ProbeEnd {
  readonly id: number;
  readonly walls: readonly { readonly name: string; readonly held: boolean }[];
}

/** `run-start` */
export interface RunStart {
  readonly program: string;
  readonly data: JsonValue;
  readonly servers: readonly WireServer[];
  readonly limits: {
    readonly maxValueBytes: number;
    readonly maxLogBytes: number;
    readonly maxFileBytes: number;
  };
}

/** How the program names the tools of one upstream. */
export interface WireServer {
  readonly name: string;
  readonly identifier: string;
  readonly bare: boolean;
  readonly tools: readonly {
    readonly id: string;
    readonly name: string;
    readonly alias: string;
  }[];
}

/** An error that crosses into the program. */
export interface WireError {
  readonly name: 'ToolError' | 'PolicyError' | 'Error';
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly server?: string;
  readonly tool?: string;
  readonly content?: JsonValue;
  readonly structured?: JsonValue;
}

/** `call-end`, `search-end`, `describe-end`, `ask-end`, `save-end`, `read-end`. `value` is absent where there is none. */
export type Reply =
  | {
      readonly id: number;
      readonly ok: true;
      /** Of `read-end`: how many bytes of the window are the file, where it does not come with the message. */
      readonly value?: JsonValue;
      /** Of `recall-end` and `select-end`: `$type` tags in `value` stand for what JSON lacks. */
      readonly wire?: true;
      /** Of `read-end`: the file. */
      readonly bytes?: Uint8Array;
    }
  | { readonly id: number; readonly ok: false; readonly error: WireError };

/** The payload of each message by its name; `run-end` is the wire text itself. */
export interface Payloads {
  ready: Ready;
  'call-start': CallStart;
  'search-start': SearchStart;
  'describe-start': DescribeStart;
  'recall-start': RecallStart;
  'select-start': SelectStart;
  'keep-start': KeepStart;
  'ask-start': AskStart;
  'save-start': SaveStart;
  'read-start': ReadStart;
  log: Log;
  progress: Progress;
  emit: Emit;
  'run-end': string;
  'run-throw': RunThrow;
  'probe-end': ProbeEnd;
  'run-start': RunStart;
  'call-end': Reply;
  'search-end': Reply;
  'describe-end': Reply;
  'ask-end': Reply;
  'recall-end': Reply;
  'select-end': Reply;
  'keep-end': Reply;
  'save-end': Reply;
  'read-end': Reply;
  'probe-start': ProbeStart;
}
