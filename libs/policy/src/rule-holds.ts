import type { CompiledCondition } from './condition.js';
import type { Inspection } from './inspection.js';
import type { CompiledRule } from './policy.js';
import { testCondition } from './test-condition.js';

/** Whether the conditions of a rule hold: an allow rule needs them certain, a deny or ask rule not excluded. */
export function ruleHolds(rule: CompiledRule, inspection: Inspection): boolean {
  return failingCondition(rule, inspection) === undefined;
}

/** The first condition for which a rule does not hold. */
export function failingCondition(
  { reference, conditions }: CompiledRule,
  inspection: Inspection,
): CompiledCondition | undefined {
  return conditions.find((condition) => {
    const truth = testCondition(condition, inspection);
    return reference.action === 'allow' ? truth !== 'yes' : truth === 'no';
  });
}
