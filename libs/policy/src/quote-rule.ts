import type { Json } from '@sluice/contracts';
import { printJson } from '@sluice/json-text';
import type { RuleReference } from './policy.js';

/**
 * A rule on one line as it stands in the file, with what it asks of arguments: for the user's own
 * eyes. What a model may meet is `describeRule`.
 *
 * @example quoteRule(rule) // 'policy[3] {"match":"mcp__mail__*","when":{"args.to":"*@ours.example"},"action":"allow"}'
 */
export function quoteRule({ index, match, when, annotations, action }: RuleReference): string {
  const rule = { match, ...(when && { when }), ...(annotations && { annotations }), action };
  return `policy[${index}] ${printJson(rule as Json)}`;
}
