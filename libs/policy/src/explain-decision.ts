import type { Json } from '@sluice/contracts';
import { decidePossible } from './decide-possible.js';
import { inspect } from './inspection.js';
import type { Inspection } from './inspection.js';
import type { CompiledRule, Decision, Policy, PolicyTool, RuleReference } from './policy.js';
import { describeMiss } from './describe-miss.js';

/** Why a call is decided as it is. */
export interface DecisionExplanation {
  /** As {@link decidePossible} has it: one decision, or with unknown arguments several. */
  readonly possible: readonly Decision[];
  /** The rules that were tried, in order: the last one decides, unless `policyDefault` does. */
  readonly steps: readonly ExplainedRule[];
}

/** What one rule had to say. */
export interface ExplainedRule {
  readonly rule: RuleReference;
  /** `may-decide`: it depends on arguments that are not known. */
  readonly verdict: 'decides' | 'may-decide' | 'passed';
  /** Why it was passed over; the end of a sentence that begins with the rule. */
  readonly reason?: string;
}

/**
 * Tells which rule decides a call, and of each rule before it why it does not. For people at a
 * terminal: reasons quote the arguments.
 *
 * @param args undefined: any arguments
 */
export function explainDecision(
  policy: Policy,
  tool: PolicyTool,
  args?: Json,
): DecisionExplanation {
  const inspection = args === undefined ? undefined : inspect(args);
  const steps: ExplainedRule[] = [];
  for (const rule of policy.rules) {
    const step = explainRule(rule, tool, inspection);
    steps.push(step);
    if (step.verdict === 'decides') break;
  }
  return { possible: decidePossible(policy, tool, args), steps };
}

function explainRule(
  rule: CompiledRule,
  tool: PolicyTool,
  inspection: Inspection | undefined,
): ExplainedRule {
  const reason = describeMiss(rule, tool, inspection);
  if (reason !== undefined) return { rule: rule.reference, verdict: 'passed', reason };
  const isOpen = rule.conditions.length > 0 && inspection === undefined;
  return { rule: rule.reference, verdict: isOpen ? 'may-decide' : 'decides' };
}
