import type {
  RunnerPort,
  Settings,
  ToolAnnotations,
  ToolGroup,
  UpstreamView,
  Workbench,
} from '@sluice/contracts';
import type { Session, SessionOptions } from '@sluice/core';
import type { RequestStates } from './exchange/request-states.js';
import type { LongArguments } from './long-arguments.js';
import type { PolicyDesk } from './policy-desk.js';
import type { AskingTurn, ToolAnswer, ToolOutcome } from './tools/tool-outcome.js';
import type { ToolContext } from './tools/tool-row.js';

/** One gateway: its upstreams, its runner, its rules; shared by all sessions and faces of a host. */
export interface Gateway {
  readonly settings: Settings;
  /** The configuration file that was read, or the one to write when there is none; for hints. */
  readonly configPlace: string;
  /** The version that clients see. */
  readonly version: string;
  readonly upstreams: UpstreamView;
  /**
   * For a host that serves: questions about servers are shown in a terminal and on a page too, and the configuration is
   * applied whenever its files change.
   */
  attend(): void;
  /** Reads the configuration again and applies what has changed; no session and no program notices. Never rejects. */
  reload(): Promise<void>;
  /** Configuration files that cannot be used as they are now, one line each. */
  problems(): readonly string[];
  readonly runner: RunnerPort;
  /** A host with many sessions warms it; for one client a thread that waits costs more memory than it is worth. */
  readonly workbench: Workbench;
  /** Gets ready what checks programs, so that the first one need not wait. Starts nothing where `check` is off. Never rejects. */
  warmChecker(): Promise<void>;
  /** Answers questions about the rules. */
  readonly policyDesk: PolicyDesk;
  /**
   * A new scope for one downstream client: its own journal, logs and references; `isShared` where
   * several clients cannot be told apart, `isBrief` where it ends with one call.
   */
  openSession(options?: Pick<SessionOptions, 'isShared' | 'isBrief' | 'isLocal'>): Session;
  /** Forgets what a session kept. Idempotent. */
  closeSession(session: Session): Promise<void>;
  /** Groups of tools that clients see. */
  readonly exposed: readonly ToolGroup[];
  /** Our tools as `tools/list` shows them; the same for every connection, in a fixed order. */
  listTools(): readonly ListedTool[];
  /**
   * Settles when the list has what it can have: tools of upstreams that nobody has listed yet are waited for,
   * within reason, where clients see them. Never rejects.
   */
  toolsReady(signal: AbortSignal): Promise<void>;
  /**
   * Calls one of our tools for a face that cannot ask a person: what needs one is refused, with the
   * way out. Undefined when there is no tool of that name.
   */
  callTool(
    name: string,
    args: unknown,
    context: Omit<ToolContext, 'turn'>,
  ): Promise<ToolAnswer> | undefined;
  /** The same for a face that can: it ends with an answer, or with forms for the next turn. */
  takeTurn(
    name: string,
    args: unknown,
    context: ToolContext & { readonly turn: AskingTurn },
  ): Promise<ToolOutcome> | undefined;
  /** How faces read messages of clients, so that arguments of tools keep all digits. */
  readonly longArguments: LongArguments;
  /** Seals what a client carries from one turn to the next. */
  readonly requestStates: RequestStates;
  /** Calls `listener` when `listTools()` gives something new. Returns the unsubscriber. */
  onToolsChanged(listener: () => void): () => void;
  /** Ends every run, connection and child process. Idempotent. */
  close(): Promise<void>;
}

/** One entry of `tools/list`. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly outputSchema?: { readonly type: 'object'; readonly [keyword: string]: unknown };
  readonly annotations?: ToolAnnotations;
  readonly _meta?: Readonly<Record<string, unknown>>;
}
