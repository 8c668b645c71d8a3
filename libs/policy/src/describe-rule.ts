import { printJson } from '@sluice/json-text';
import type { Json } from '@sluice/contracts';
import type { RuleReference } from './policy.js';

/**
 * A rule on one line: its place, and its text as it would stand in the file.
 *
 * @example describeRule(rule) // 'policy[3] {"match":"mcp__mail__*","action":"deny"}'
 */
export function describeRule({ index, match, when, annotations, action }: RuleReference): string {
  const conditions = { ...(when && { when }), ...(annotations && { annotations }) };
  return `policy[${index}] ${printJson({ match, ...conditions, action } as Json)}`;
}
