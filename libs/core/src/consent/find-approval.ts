import type { Approval, ToolDefinition, ToolId } from '@sluice/contracts';
import type { SessionApprovals } from './session-approvals.js';

/** Whether a person has approved a tool itself, for any program. */
export type ApprovalState =
  | { readonly state: 'covered' }
  /** Approved once, as something else than it is now. */
  | { readonly state: 'changed'; readonly before?: ToolDefinition }
  | { readonly state: 'none' };

/** Where approvals are looked for. */
export interface ApprovalSources {
  readonly session: SessionApprovals;
  /** `ConsentStore.approvals()`. */
  readonly stored: readonly Approval[];
  /** The working folder of this host. */
  readonly workspace: string;
}

/**
 * Looks for a yes to the tool in the session, in the working folder and everywhere. Only one to the
 * definition of now counts.
 */
export function findApproval(
  toolId: ToolId,
  now: ToolDefinition,
  { session, stored, workspace }: ApprovalSources,
): ApprovalState {
  const inSession = session.digestOf(toolId);
  const kept = stored.filter((approval) => isFor(approval, toolId, workspace));
  if (inSession === now.digest || kept.some(({ definition }) => definition.digest === now.digest))
    return { state: 'covered' };
  const before = kept.at(-1)?.definition;
  if (before !== undefined) return { state: 'changed', before };
  return { state: inSession === undefined ? 'none' : 'changed' };
}

function isFor(approval: Approval, toolId: ToolId, workspace: string): boolean {
  if (approval.toolId !== toolId) return false;
  return approval.scope === 'always' || approval.workspace === workspace;
}
