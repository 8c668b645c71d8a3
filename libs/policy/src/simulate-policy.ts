import { decidePossible } from './decide-possible.js';
import type { ToolUse } from './plan-run.js';
import type { Decision, Policy } from './policy.js';
import { useKey } from './use-key.js';

/** Past calls of one tool with the same arguments that other rules would decide otherwise. */
export interface SimulatedChange<Use extends ToolUse = ToolUse> {
  /** The first of them. */
  readonly use: Use;
  readonly count: number;
  /** What may come out, as {@link decidePossible} has it. */
  readonly before: readonly Decision[];
  readonly after: readonly Decision[];
}

/**
 * Holds past calls against changed rules and lists those for which another action may come out, in
 * the order they were made first.
 *
 * @param uses without arguments where the journal kept none
 */
export function simulatePolicy<Use extends ToolUse>(
  before: Policy,
  after: Policy,
  uses: readonly Use[],
): readonly SimulatedChange<Use>[] {
  const groups = new Map<string, { readonly use: Use; count: number }>();
  for (const use of uses) {
    const key = useKey(use);
    const group = groups.get(key) ?? { use, count: 0 };
    group.count += 1;
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ use, count }) => ({
      use,
      count,
      before: decidePossible(before, use.tool, use.args),
      after: decidePossible(after, use.tool, use.args),
    }))
    .filter((change) => actionsOf(change.before) !== actionsOf(change.after));
}

function actionsOf(decisions: readonly Decision[]): string {
  return [...new Set(decisions.map(({ action }) => action))].sort().join();
}
