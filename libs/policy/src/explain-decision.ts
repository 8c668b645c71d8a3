import type { PolicyAction } from '@sluice/contracts';
import type { Decision } from './policy.js';

/**
 * One line on why a call is decided as it is.
 *
 * @example
 * explainDecision(decision, 'ask') // 'denied by policy[3] {"match":"mcp__mail__*","action":"deny"}'
 * explainDecision({ action: 'ask' }, 'ask') // 'no rule matches; policyDefault is ask'
 */
export function explainDecision({ rule }: Decision, policyDefault: PolicyAction): string {
  if (rule === undefined) return `no rule matches; policyDefault is ${policyDefault}`;
  const { index, match, action } = rule;
  return `${verbs[action]} by policy[${index}] ${JSON.stringify({ match, action })}`;
}

const verbs: Readonly<Record<PolicyAction, string>> = {
  allow: 'allowed',
  deny: 'denied',
  ask: 'held for approval',
};
