import type { Json } from './json.js';
import type { QuestionServer, ServerApproval } from './server-consent.js';
import type { ToolId } from './tool.js';

/**
 * How far a person's yes reaches. `once`: the very program that was shown, and what it was shown to
 * do. The others: one tool as it is defined now, for any program, within this session, this working
 * folder, or everywhere.
 */
export const consentScopes = ['once', 'session', 'workspace', 'always'] as const;

/** One of {@link consentScopes}. */
export type ConsentScope = (typeof consentScopes)[number];

/** What a person said. Everything that is not a plain yes is a refusal, with its reason. */
export type ConsentAnswer =
  | { readonly decision: 'allow'; readonly scope: ConsentScope }
  | {
      readonly decision: 'refuse';
      /** `invalid`: the client sent something that was not asked for. */
      readonly reason: 'declined' | 'cancelled' | 'timeout' | 'invalid';
    };

/** One tool that a program wants and that the rules leave to a person. */
export interface QuestionTool {
  readonly id: ToolId;
  readonly server: string;
  readonly name: string;
  readonly title?: string;
  /** By the tool's own annotations, with the specification's defaults for those it leaves out. */
  readonly effect: 'reads' | 'writes' | 'destroys';
  /** The arguments of each use, where all of them are literal; undefined: any arguments. */
  readonly args?: readonly Json[];
  readonly definition: ToolDefinition;
  /** What differs from the definition that was approved before; undefined when none was. */
  readonly changes?: readonly string[];
}

/**
 * One question before a program starts, or before servers do: then it has `servers`, no program and no tools. An answer is bound to
 * its digest.
 */
export interface ConsentQuestion {
  /** `q_` and 128 random bits. Names the question; knowing it approves nothing. */
  readonly id: string;
  /** Of the program, the tools, their arguments and their definitions; or of the servers. */
  readonly digest: string;
  readonly sessionId: string;
  /** The working folder that the scope `workspace` means: its real path. */
  readonly workspace: string;
  /** The whole program as it would run. */
  readonly program: string;
  readonly tools: readonly QuestionTool[];
  /** Servers that are started or reached by a yes, each as it is shown. @default none: it is about a program */
  readonly servers?: readonly QuestionServer[];
  /** It may also call tools by names made at run time; those run by an allow rule only. */
  readonly hasDynamic: boolean;
  /** What may be answered; not `session` where several clients share one. */
  readonly scopes: readonly ConsentScope[];
  /** Milliseconds since 1970. */
  readonly askedAt: number;
  readonly expiresAt: number;
}

/**
 * What an approval is bound to, in words a person can read: how the upstream is started or reached,
 * as the configuration has it (placeholders stay; no secret), and what the tool says it is.
 */
export interface ToolDefinition {
  /** Of all the rest. A change of anything voids an approval. */
  readonly digest: string;
  /** `npx -y @acme/tracker`, or a URL; with the names of variables and headers (`ServerDefinition.shown`). */
  readonly upstream: string;
  /** Title, description, input schema and annotations as one JSON text. */
  readonly tool: string;
}

/** A person's lasting yes to one tool. */
export interface Approval {
  /** `a_` and random digits, for `sluice approvals revoke`. */
  readonly id: string;
  readonly toolId: ToolId;
  readonly scope: 'workspace' | 'always';
  /** The working folder, with `workspace`. */
  readonly workspace?: string;
  readonly definition: ToolDefinition;
  /** Milliseconds since 1970. */
  readonly grantedAt: number;
  /** Where the person answered. */
  readonly answeredIn: 'client' | 'terminal' | 'page';
}

/**
 * Keeps what people have approved and the questions that wait for them, in files that several
 * processes share. Implemented by `store`. No tool of ours reaches its granting half.
 */
export interface ConsentStore {
  /** Every approval, oldest first, void ones too. */
  approvals(): Promise<readonly Approval[]>;
  /** Keeps one approval for each tool; one that the same tool had in the same scope is replaced. */
  grant(approvals: readonly Omit<Approval, 'id'>[]): Promise<readonly Approval[]>;
  /** Every approval of a server, oldest first, void ones too. */
  serverApprovals(): Promise<readonly ServerApproval[]>;
  /** Keeps one approval for each server of each file; one that the same had is replaced. */
  grantServers(
    approvals: readonly Omit<ServerApproval, 'id'>[],
  ): Promise<readonly ServerApproval[]>;
  /** Whether there was such an approval, of a tool or a server. */
  revoke(id: string): Promise<boolean>;

  /**
   * Shows a question to people at other places (a terminal, a page) until it expires. One of the same
   * session with the same digest that still waits stays instead, so that a person who has it on the
   * screen can answer it.
   * @returns the question that waits
   */
  publish(question: ConsentQuestion): Promise<ConsentQuestion>;
  /** Published questions without an answer, oldest first; expired ones are gone. */
  pending(): Promise<readonly ConsentQuestion[]>;
  /**
   * A person's answer to a published question; it keeps until the question expires.
   * @returns `unknown` when no such question waits: expired, withdrawn or already answered
   */
  answer(
    id: string,
    answer: ConsentAnswer,
    answeredIn: Approval['answeredIn'],
  ): Promise<'answered' | 'unknown'>;
  /**
   * Takes the answer to a question of this session with this digest, once: whoever asks next gets
   * nothing. Withdraws the question. Undefined while there is none.
   */
  take(sessionId: string, digest: string): Promise<TakenAnswer | undefined>;
  /** Withdraws a session's questions and answers. */
  endSession(sessionId: string): Promise<void>;
}

/** An answer that was given elsewhere. */
export interface TakenAnswer {
  readonly answer: ConsentAnswer;
  readonly answeredIn: Approval['answeredIn'];
}
