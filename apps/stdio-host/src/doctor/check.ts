/** What `sluice doctor` looks at; scripts may rely on these names. */
export type CheckId =
  | 'node'
  | 'deno'
  | 'sandbox.reach'
  | 'sandbox.memory'
  | 'sandbox.time'
  | 'sandbox.layers'
  | 'config'
  | 'config.warning'
  | 'server'
  | 'client'
  | 'files'
  | 'store'
  | 'port';

/**
 * `ok`; `warning`: it works, and could be better; `problem`: something does not work, or is open to others;
 * `skipped`: not looked at, and `detail` says why.
 */
export type CheckStatus = 'ok' | 'warning' | 'problem' | 'skipped';

/** One thing that was looked at. Holds no secret. */
export interface Check {
  readonly id: CheckId;
  /** Which one, where there may be several: a server, a client, a file. */
  readonly subject?: string;
  readonly status: CheckStatus;
  /** One line. */
  readonly detail: string;
  /** What stands below the line: the end of a server's stderr. */
  readonly lines?: readonly string[];
  /** The one next step; with every warning and problem. */
  readonly next?: string;
  /** How long it took, in milliseconds. */
  readonly elapsedMs?: number;
}
