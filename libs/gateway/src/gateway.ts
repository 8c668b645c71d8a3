import type { Settings, UpstreamPort, RunnerPort } from '@sluice/contracts';
import type { Session } from '@sluice/core';
import type { ToolAnswer, ToolContext } from './tools/tool-row.js';

/** One gateway: its upstreams, its runner, its rules; shared by all sessions and faces of a host. */
export interface Gateway {
  readonly settings: Settings;
  /** The configuration file that was read, or the one to write when there is none; for hints. */
  readonly configPlace: string;
  /** The version that clients see. */
  readonly version: string;
  readonly upstreams: UpstreamPort;
  readonly runner: RunnerPort;
  /** A new scope for one downstream client: its own journal, logs and references. */
  openSession(): Session;
  /** Forgets what a session kept. Idempotent. */
  closeSession(session: Session): Promise<void>;
  /** Our tools as `tools/list` shows them; the same for every connection, in a fixed order. */
  listTools(): readonly ListedTool[];
  /** Calls one of our tools; undefined when there is none of that name. */
  callTool(name: string, args: unknown, context: ToolContext): Promise<ToolAnswer> | undefined;
  /** Calls `listener` when `listTools()` gives something new. Returns the unsubscriber. */
  onToolsChanged(listener: () => void): () => void;
  /** Ends every run, connection and child process. Idempotent. */
  close(): Promise<void>;
}

/** One entry of `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly annotations: Readonly<Record<string, boolean>>;
  readonly _meta: Readonly<Record<string, unknown>>;
}
