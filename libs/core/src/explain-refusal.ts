import { allowRuleFor, explainDecision } from '@sluice/policy';
import type { DecidedTool } from '@sluice/policy';
import type { Explanation } from './explain-unknown-tool.js';

/** Tools named in one message; more are counted. */
const maxNamed = 20;

/**
 * Says why the policy refuses tools: a denial names its rule; a tool that needs a human's yes names
 * the very rule that would allow it, and where the user would write it.
 *
 * @param cannot the action that fails: `Cannot call "mcp__a__b"`, `Cannot start the program`
 * @param refused denied tools only, or tools to be asked about only; at least one
 * @param rulesPlace path of the configuration file
 */
export function explainRefusal(
  cannot: string,
  refused: readonly DecidedTool[],
  rulesPlace: string,
): Explanation {
  const isDenied = refused.some(({ decision }) => decision.action === 'deny');
  const named = refused.slice(0, maxNamed);
  const more = refused.length > maxNamed ? [`${refused.length - maxNamed} more`] : [];
  const reasons = [...named.map(reasonOf), ...more];
  if (isDenied)
    return {
      code: 'POLICY_DENIED',
      message: `${cannot}: ${reasons.join('; ')}`,
      hint: 'Go on without this tool; only the user can change the rule.',
    };
  const rules = named.map(({ tool }) => allowRuleFor(tool.id));
  return {
    code: 'POLICY_NEEDS_APPROVAL',
    message: `${cannot}: ${reasons.join('; ')}`,
    hint: `Only the user can allow it, by adding to the top of "policy" in ${rulesPlace}: ${rules.join(', ')}`,
  };
}

function reasonOf({ tool, decision }: DecidedTool): string {
  const why = explainDecision(decision, decision.action);
  if (decision.action !== 'deny') return `"${tool.id}" needs the user's approval (${why})`;
  return decision.rule === undefined ? `"${tool.id}" is denied: ${why}` : `"${tool.id}" is ${why}`;
}
