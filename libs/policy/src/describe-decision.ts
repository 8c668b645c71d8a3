import type { PolicyAction } from '@sluice/contracts';
import { describeRule } from './describe-rule.js';
import type { Decision } from './policy.js';

/**
 * One line on why a call is decided as it is.
 *
 * @example
 * describeDecision(decision, 'ask') // 'denied by policy[3] {"match":"mcp__mail__*","action":"deny"}'
 * describeDecision({ action: 'ask' }, 'ask') // 'no rule matches; policyDefault is ask'
 */
export function describeDecision({ rule }: Decision, policyDefault: PolicyAction): string {
  if (rule === undefined) return `no rule matches; policyDefault is ${policyDefault}`;
  return `${verbs[rule.action]} by ${describeRule(rule)}`;
}

const verbs: Readonly<Record<PolicyAction, string>> = {
  allow: 'allowed',
  deny: 'denied',
  ask: 'held for approval',
};
