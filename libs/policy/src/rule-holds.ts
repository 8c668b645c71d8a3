import type { Json } from '@sluice/contracts';
import type { Effort } from './effort.js';
import type { CompiledRule } from './policy.js';
import { testCondition } from './test-condition.js';

/** Whether the conditions of a rule hold: an allow rule needs them certain, a deny or ask rule not excluded. */
export function ruleHolds(
  { reference, conditions }: CompiledRule,
  args: Json,
  effort: Effort,
): boolean {
  return conditions.every((condition) => {
    const truth = testCondition(condition, args, effort);
    return reference.action === 'allow' ? truth === 'yes' : truth !== 'no';
  });
}
