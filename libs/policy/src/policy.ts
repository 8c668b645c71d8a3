import type {
  PolicyAction,
  PolicyRule,
  ToolAnnotations,
  ToolHint,
  ToolId,
} from '@sluice/contracts';
import type { CompiledCondition } from './condition.js';
import type { Glob } from './glob.js';

/** Compiled rules in their order, and what decides when none matches. Immutable. */
export interface Policy {
  readonly rules: readonly CompiledRule[];
  readonly policyDefault: PolicyAction;
}

/** One rule, ready to match; the source of it as {@link RuleReference}. */
export interface CompiledRule {
  readonly reference: RuleReference;
  readonly glob: Glob;
  readonly hints: readonly (readonly [hint: ToolHint, wanted: boolean])[];
  readonly conditions: readonly CompiledCondition[];
}

/** A rule as answers and messages name it: `policy[index]`, from 0. */
export interface RuleReference extends PolicyRule {
  readonly index: number;
}

/** A tool as the policy sees it. Immutable: decisions about one object are remembered. */
export interface PolicyTool {
  /** Under its final name. */
  readonly id: ToolId;
  /** Under the upstream's own name; equal to `id` unless a prefix was stripped or the name normalised. */
  readonly rawId: ToolId;
  /** The upstream's own word about it; undefined when it sent none. */
  readonly annotations: ToolAnnotations | undefined;
  /** Whether the user vouches for its server's annotations (`trusted`). */
  readonly trusted: boolean;
}

/** What the policy says about one call. */
export interface Decision {
  readonly action: PolicyAction;
  /** The rule that decided; absent where `policyDefault` did. */
  readonly rule?: RuleReference;
}
