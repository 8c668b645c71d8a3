import { allowRuleFor, explainDecision } from '@sluice/policy';
import type { DecidedTool } from '@sluice/policy';
import type { Explanation } from './explain-unknown-tool.js';

/** Tools named in one message; more are counted. */
const maxNamed = 20;

/**
 * Says why the policy refuses tools: a denial names its rule; a tool that needs a human's yes names
 * the very rule that would allow it, and where the user would write it.
 *
 * @param action what fails: the start of a program, or the one call that is refused
 * @param refused denied tools only, or tools to be asked about only; at least one
 * @param rulesPlace path of the configuration file
 */
export function explainRefusal(
  action: 'start' | 'call',
  refused: readonly DecidedTool[],
  rulesPlace: string,
): Explanation {
  const isDenied = refused.some(({ decision }) => decision.action === 'deny');
  const named = refused.slice(0, maxNamed);
  const more = refused.length > maxNamed ? [`${refused.length - maxNamed} more`] : [];
  const reasons = [...named.map((one) => `${subjectOf(action, one)} ${reasonOf(one)}`), ...more];
  const message = `Cannot ${action === 'start' ? 'start the program' : `call "${refused[0]?.tool.id}"`}: ${reasons.join('; ')}`;
  if (isDenied)
    return {
      code: 'POLICY_DENIED',
      message,
      hint: 'Go on without this tool; only the user can change the rule.',
    };
  const rules = named.map(({ tool }) => allowRuleFor(tool.id));
  return {
    code: 'POLICY_NEEDS_APPROVAL',
    message,
    hint: `Only the user can allow it, by adding to the top of "policy" in ${rulesPlace}: ${rules.join(', ')}`,
  };
}

/** A refused call has named its tool already. */
function subjectOf(action: 'start' | 'call', { tool }: DecidedTool): string {
  return action === 'call' ? 'it' : `"${tool.id}"`;
}

function reasonOf({ decision }: DecidedTool): string {
  const why = explainDecision(decision, decision.action);
  if (decision.rule !== undefined) return `is ${why}`;
  return decision.action === 'deny' ? `is denied: ${why}` : `needs the user's approval: ${why}`;
}
