import type {
  Approval,
  Clock,
  ConsentAnswer,
  ConsentQuestion,
  ConsentStore,
  Json,
  QuestionTool,
} from '@sluice/contracts';
import type { CatalogueTool } from '@sluice/search-index';
import type { Session } from '../session.js';
import { buildQuestion } from './build-question.js';
import type { AskedUse } from './build-question.js';
import type { RefusalReason } from './explain-answer.js';
import { findApproval } from './find-approval.js';
import type { ApprovalState } from './find-approval.js';
import { noApprovals, onceApprovals } from './once-approvals.js';
import type { OnceApprovals } from './once-approvals.js';
import { createSessionApprovals } from './session-approvals.js';
import type { DefinitionOf } from './tool-definitions.js';

/** What {@link createConsents} needs. */
export interface ConsentsOptions {
  /** Never its `answer` and `revoke`: those are for people. */
  readonly store: Pick<ConsentStore, 'approvals' | 'grant' | 'take'>;
  readonly definitionOf: DefinitionOf;
  readonly clock: Clock;
  /** SHA-256 of a text, in hex. */
  readonly hash: (text: string) => string;
  /** `q_` and 128 random bits. */
  readonly newQuestionId: () => string;
  /** The real path of the host's working folder. */
  readonly workspace: string;
  /** How long a question waits, in milliseconds (`consent.timeoutSeconds`). */
  readonly timeoutMs: number;
}

/** A program that may need a person's yes, as it would run. */
export interface AskedProgram {
  readonly program: string;
  /** Each use of a tool that the rules leave to a person. */
  readonly uses: readonly AskedUse[];
  readonly hasDynamic: boolean;
}

/** An answer that a face brings along; it counts for the question with this digest only. */
export interface GivenAnswer {
  readonly digest: string;
  readonly answer: ConsentAnswer;
  readonly answeredIn: Approval['answeredIn'];
}

/** What stands between a program and its start. */
export type ConsentDecision =
  | { readonly status: 'start'; readonly once: OnceApprovals }
  | { readonly status: 'asks'; readonly question: ConsentQuestion }
  | { readonly status: 'refused'; readonly reason: RefusalReason };

/** What people have said yes to; asked before a start and again for each call. */
export interface Consents {
  /**
   * Before a start. Nothing is remembered of a question: it is data, and the same program is asked
   * about again until an answer to this very digest is there.
   *
   * @throws SluiceError of the store, when what people have approved cannot be read.
   */
  decide(asked: AskedProgram, session: Session, given?: GivenAnswer): Promise<ConsentDecision>;
  /**
   * For one call, with its real arguments and the tool as it is at this moment.
   *
   * @throws SluiceError of the store.
   */
  stateOf(
    call: { readonly tool: CatalogueTool; readonly args: Json },
    by: { readonly session: Session; readonly once: OnceApprovals },
  ): Promise<ApprovalState['state']>;
  /**
   * Those of the tools that a person approved to last, as something else than they are now.
   *
   * @throws SluiceError of the store.
   */
  changedAmong(tools: readonly CatalogueTool[]): Promise<readonly CatalogueTool[]>;
}

/**
 * Makes the one place where a person's yes is looked up, and where an answer becomes an approval. It
 * cannot answer a question: an answer comes from the face that asked, or from the store.
 */
export function createConsents(options: ConsentsOptions): Consents {
  const { store, definitionOf, workspace } = options;

  return {
    async decide({ program, uses, hasDynamic }, session, given) {
      const stored = await store.approvals();
      const sources = { session: session.approvals, stored, workspace };
      const open = uses
        .map((use) => ({ ...use, definition: definitionOf(use.tool) }))
        .map((use) => ({ ...use, approval: findApproval(use.tool.id, use.definition, sources) }))
        .filter(({ approval }) => approval.state !== 'covered');
      if (open.length === 0) return { status: 'start', once: noApprovals };

      const question = buildQuestion({ program, open, hasDynamic }, session, options);
      const taken =
        given?.digest === question.digest ? given : await store.take(session.id, question.digest);
      if (taken === undefined) return { status: 'asks', question };
      const { answer, answeredIn } = taken;
      if (answer.decision === 'refuse') return { status: 'refused', reason: answer.reason };
      if (!question.scopes.includes(answer.scope)) return { status: 'refused', reason: 'invalid' };
      await keep(answer.scope, question.tools, session, answeredIn);
      return { status: 'start', once: onceApprovals(question.tools) };
    },

    async stateOf({ tool, args }, { session, once }) {
      const definition = definitionOf(tool);
      if (once.covers(tool.id, definition.digest, args)) return 'covered';
      const stored = await store.approvals();
      const sources = { session: session.approvals, stored, workspace };
      const { state } = findApproval(tool.id, definition, sources);
      const wasShown = once.isOtherDefinition(tool.id, definition.digest);
      return state === 'none' && wasShown ? 'changed' : state;
    },

    async changedAmong(tools) {
      const stored = await store.approvals();
      if (stored.length === 0) return [];
      const sources = { session: createSessionApprovals(), stored, workspace };
      return tools.filter(
        (tool) => findApproval(tool.id, definitionOf(tool), sources).state === 'changed',
      );
    },
  };

  /** Makes of a yes what its scope says. */
  async function keep(
    scope: Extract<ConsentAnswer, { decision: 'allow' }>['scope'],
    tools: readonly QuestionTool[],
    session: Session,
    answeredIn: Approval['answeredIn'],
  ): Promise<void> {
    switch (scope) {
      case 'once':
        return;
      case 'session':
        for (const { id, definition } of tools) session.approvals.add(id, definition.digest);
        return;
      case 'workspace':
      case 'always': {
        const place = scope === 'workspace' ? { scope, workspace } : { scope };
        const grantedAt = options.clock.now();
        await store.grant(
          tools.map(({ id, definition }) => ({
            toolId: id,
            ...place,
            definition,
            grantedAt,
            answeredIn,
          })),
        );
      }
    }
  }
}
