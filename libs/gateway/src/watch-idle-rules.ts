import type { UpstreamView } from '@sluice/contracts';
import type { PolicyDesk } from './policy-desk.js';

/** What {@link watchIdleRules} needs. */
export interface IdleRuleWatch {
  readonly upstreams: UpstreamView;
  readonly policyDesk: Pick<PolicyDesk, 'idleRules'>;
  /** Takes one line for the operator. */
  readonly note: (line: string) => void;
}

/**
 * Warns of rules that fit no tool, once, when every server has listed its tools: only then is it known.
 * Such a deny is a hole that looks like a wall.
 *
 * @returns stops watching; idempotent
 */
export function watchIdleRules({ upstreams, policyDesk, note }: IdleRuleWatch): () => void {
  const isListed = () =>
    upstreams
      .statuses()
      .every(({ state, toolsFrom }) => state === 'disabled' || toolsFrom === 'live');
  const unsubscribe = upstreams.subscribe(() => {
    if (!isListed()) return;
    unsubscribe();
    for (const line of policyDesk.idleRules()) note(`sluice: warning: ${line}`);
  });
  return unsubscribe;
}
