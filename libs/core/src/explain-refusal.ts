import { allowRuleFor, describeDecision } from '@sluice/policy';
import type { Decision, PolicyTool } from '@sluice/policy';
import type { Explanation } from './explain-unknown-tool.js';

/** A tool and why it is not simply allowed. */
export interface RefusedTool {
  readonly tool: Pick<PolicyTool, 'id'>;
  readonly decision: Decision;
  /** A person has approved it, as something else than it is now. */
  readonly hasChanged?: boolean;
}

/** Tools named in one message; more are counted. */
const maxNamed = 20;

/**
 * Says why the policy refuses tools: a denial names its rule; a tool that needs a human's yes names
 * the very rule that would allow it, and where the user would write it.
 *
 * @param action what fails: the start of a program, or the one call that is refused
 * @param uses of denied tools only, or of tools to be asked about only; at least one
 * @param rulesPlace path of the configuration file
 */
export function explainRefusal(
  action: 'start' | 'call',
  uses: readonly RefusedTool[],
  rulesPlace: string,
): Explanation {
  const refused = onceEach(uses);
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
    hint: `Only the user can allow it, by adding ${whereToAdd(refused)} in ${rulesPlace}: ${rules.join(', ')}`,
  };
}

/** As far down as it still decides: further up it would also override rules that deny. */
function whereToAdd(refused: readonly RefusedTool[]): string {
  const asking = refused.flatMap(({ decision }) => decision.rule?.index ?? []);
  return asking.length === 0 ? 'to the end of "policy"' : `before policy[${Math.min(...asking)}]`;
}

/** A program may use one tool in many ways, all of them refused by one rule. */
function onceEach(uses: readonly RefusedTool[]): readonly RefusedTool[] {
  const key = ({ tool, decision }: RefusedTool) => `${decision.rule?.index} ${tool.id}`;
  return [...new Map(uses.map((use) => [key(use), use])).values()];
}

/** A refused call has named its tool already. */
function subjectOf(action: 'start' | 'call', { tool }: RefusedTool): string {
  return action === 'call' ? 'it' : `"${tool.id}"`;
}

function reasonOf({ decision, hasChanged }: RefusedTool): string {
  if (hasChanged) return 'has changed since the user approved it, and needs approval again';
  const why = describeDecision(decision, decision.action);
  if (decision.rule !== undefined) return `is ${why}`;
  return decision.action === 'deny' ? `is denied: ${why}` : `needs the user's approval: ${why}`;
}
