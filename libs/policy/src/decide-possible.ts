import type { Json } from '@sluice/contracts';
import { decideCall, decisionOf } from './decide-call.js';
import { fittingRules } from './fitting-rules.js';
import type { Decision, Policy, PolicyTool } from './policy.js';

/**
 * The decisions that may come out at the gate, in the order of their rules; at least one. With
 * arguments that is the one of {@link decideCall}; without, each rule whose conditions depend on them
 * may hold or not.
 *
 * @param args undefined: any arguments
 * @example decidePossible(policy, tool).every(({ action }) => action === 'deny')
 */
export function decidePossible(policy: Policy, tool: PolicyTool, args?: Json): readonly Decision[] {
  if (args !== undefined) return [decideCall(policy, tool, args)];
  const fitting = fittingRules(policy, tool);
  const decisions = fitting.map(decisionOf);
  const isDecided = fitting.at(-1)?.conditions.length === 0;
  return isDecided ? decisions : [...decisions, { action: policy.policyDefault }];
}
