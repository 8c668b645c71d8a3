export { allowRuleFor } from './allow-rule-for.js';
export { compilePolicy } from './compile-policy.js';
export { decideCall } from './decide-call.js';
export { explainDecision } from './explain-decision.js';
export { findIdleRules } from './find-idle-rules.js';
export { matchesGlob } from './matches-glob.js';
export { planRun } from './plan-run.js';
export type { DecidedTool, RunPlan, RunPlanInput } from './plan-run.js';
export type { Decision, Policy, PolicyTool, RuleReference } from './policy.js';
