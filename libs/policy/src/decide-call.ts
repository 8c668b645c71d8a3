import type { Json } from '@sluice/contracts';
import { fittingRules } from './fitting-rules.js';
import { inspect } from './inspection.js';
import type { CompiledRule, Decision, Policy, PolicyTool } from './policy.js';
import { ruleHolds } from './rule-holds.js';

/**
 * What the policy says about one call with its arguments. The first rule that holds decides; none,
 * and `policyDefault` does.
 *
 * An allow rule holds for the final id exactly as written and for arguments that are certainly what
 * it asks for. A deny or ask rule holds for the final or the raw id in any spelling of
 * `foldText`, and unless its conditions certainly fail: what is forbidden stays forbidden however it
 * is written, and what is permitted is only what was named.
 *
 * @example decideCall(policy, tool, { to: 'ann@ours.example' }).action
 */
export function decideCall(policy: Policy, tool: PolicyTool, args: Json): Decision {
  const inspection = inspect(args);
  const rule = fittingRules(policy, tool).find((one) => ruleHolds(one, inspection));
  return rule === undefined ? { action: policy.policyDefault } : decisionOf(rule);
}

/** The decision of a rule that holds. */
export function decisionOf({ reference }: CompiledRule): Decision {
  return { action: reference.action, rule: reference };
}
