import { ruleFitsName } from './fitting-rules.js';
import type { Policy, PolicyTool, RuleReference } from './policy.js';

/**
 * The rules whose pattern fits none of the known tools, for a warning: most often a misspelt name. A
 * rule that only stands behind another one is not idle.
 *
 * @example findIdleRules(policy, tools).map(({ index }) => `policy[${index}] matches no known tool`)
 */
export function findIdleRules(
  policy: Policy,
  tools: readonly PolicyTool[],
): readonly RuleReference[] {
  return policy.rules
    .filter((rule) => !tools.some((tool) => ruleFitsName(rule, tool)))
    .map(({ reference }) => reference);
}
