import type { PolicyRule, ToolId } from '@sluice/contracts';

/**
 * The JSON text of the rule that allows a tool, for a message to a human. A character that a pattern
 * may not hold becomes `?`, the narrowest pattern that still matches it.
 *
 * @example allowRuleFor('mcp__docs__read') // '{"match":"mcp__docs__read","action":"allow"}'
 */
export function allowRuleFor(toolId: ToolId): string {
  const rule: PolicyRule = { match: toolId.replace(/[[\]{}()!\\]/g, '?'), action: 'allow' };
  return JSON.stringify(rule);
}
