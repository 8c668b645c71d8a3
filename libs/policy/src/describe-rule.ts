import type { RuleReference } from './policy.js';

/**
 * A rule on one line, for whoever meets a refusal, the model included: its place, its pattern and what
 * else it looks at. What it asks of arguments stays the user's own matter: that may be a secret.
 *
 * @example describeRule(rule) // 'policy[3] {"match":"mcp__mail__*","when":{"args.to":…},"action":"deny"}'
 */
export function describeRule({ index, match, when, annotations, action }: RuleReference): string {
  const paths = Object.keys(when ?? {}).map((path) => `${JSON.stringify(path)}:…`);
  const parts = [
    `"match":${JSON.stringify(match)}`,
    ...(paths.length > 0 ? [`"when":{${paths.join(',')}}`] : []),
    ...(annotations ? [`"annotations":${JSON.stringify(annotations)}`] : []),
    `"action":"${action}"`,
  ];
  return `policy[${index}] {${parts.join(',')}}`;
}
