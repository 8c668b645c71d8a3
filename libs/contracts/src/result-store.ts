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
  /** Of a `text`; absent where an earlier version kept it. */
  readonly extent?: TextExtent;
}

/** How long a text is. */
export interface TextExtent {
  /** UTF-16 code units. */
  readonly characters: number;
  /** One more than it has line breaks. */
  readonly lines: number;
}

/** What a store keeps. */
export interface StoreStats {
  readonly results: number;
  /** Bytes kept; equal contents count once. */
  readonly sizeBytes: number;
}
