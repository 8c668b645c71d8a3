import type { Json } from '@sluice/contracts';
import { decidePossible } from './decide-possible.js';
import type { Decision, Policy, PolicyTool } from './policy.js';
import { useKey } from './use-key.js';

/** A tool that a program names, and what it would be called with. */
export interface ToolUse {
  readonly tool: PolicyTool;
  /** The arguments, where all of them stand in the text; undefined: any arguments. */
  readonly args?: Json | undefined;
}

/** A use as it was handed in, with what the policy says about it. */
export type Decided<Use extends ToolUse = ToolUse> = Use & { readonly decision: Decision };

/** What stands before the start of a program. */
export type RunPlan<Use extends ToolUse = ToolUse> =
  | { readonly status: 'start' }
  | { readonly status: 'denied'; readonly denied: readonly Decided<Use>[] }
  | { readonly status: 'ask'; readonly asks: readonly Decided<Use>[] };

/**
 * Decides whether a program may start. Any use that is denied whatever its arguments turn out to be:
 * it does not start, and all denied ones are listed. Else any use that may need asking: one question
 * that lists them all. Else it starts; what is open then is between allow and deny, and decided at the
 * gate, as are calls that the text does not name.
 *
 * @param uses order is kept; the same tool with the same arguments counts once
 * @example planRun(policy, [{ tool, args: { id: 1 } }]).status
 */
export function planRun<Use extends ToolUse>(policy: Policy, uses: readonly Use[]): RunPlan<Use> {
  const denied: Decided<Use>[] = [];
  const asks: Decided<Use>[] = [];
  for (const use of uniqueUses(uses)) {
    const possible = decidePossible(policy, use.tool, use.args);
    const [first] = possible;
    const ask = possible.find(({ action }) => action === 'ask');
    if (first !== undefined && possible.every(({ action }) => action === 'deny'))
      denied.push({ ...use, decision: first });
    else if (ask !== undefined) asks.push({ ...use, decision: ask });
  }
  if (denied.length > 0) return { status: 'denied', denied };
  return asks.length > 0 ? { status: 'ask', asks } : { status: 'start' };
}

function uniqueUses<Use extends ToolUse>(uses: readonly Use[]): readonly Use[] {
  // Of one call the arguments may be 100 MB, and a key of them takes seconds.
  if (uses.length < 2) return uses;
  const unique = new Map<string, Use>();
  for (const use of uses) {
    const key = useKey(use);
    if (!unique.has(key)) unique.set(key, use);
  }
  return [...unique.values()];
}
