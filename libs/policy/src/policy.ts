import type { PolicyAction, PolicyRule, ToolId } from '@sluice/contracts';
import type { Glob } from './glob.js';

/** Compiled rules in their order, and what decides when none matches. */
export interface Policy {
  readonly rules: readonly CompiledRule[];
  readonly policyDefault: PolicyAction;
}

/** One rule, ready to match; the source of it as {@link RuleReference}. */
export interface CompiledRule {
  readonly reference: RuleReference;
  readonly glob: Glob;
}

/** A rule as answers and messages name it: `policy[index]`, from 0. */
export interface RuleReference extends PolicyRule {
  readonly index: number;
}

/** A tool as the policy sees it: under its final name and under the upstream's own. */
export interface PolicyTool {
  readonly id: ToolId;
  /** The id with the raw name; equal to `id` unless a prefix was stripped or the name normalised. */
  readonly rawId: ToolId;
}

/** What the policy says about one call. */
export interface Decision {
  readonly action: PolicyAction;
  /** The rule that decided; absent where `policyDefault` did. */
  readonly rule?: RuleReference;
}
