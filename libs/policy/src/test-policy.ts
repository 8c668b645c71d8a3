import type { Json, PolicyAction, ToolId } from '@sluice/contracts';
import { decidePossible } from './decide-possible.js';
import type { Decision, Policy, PolicyTool } from './policy.js';

/** What the user expects of the rules. */
export interface PolicyExpectation {
  readonly tool: ToolId;
  /** Undefined: whatever the arguments are. */
  readonly args?: Json | undefined;
  readonly action: PolicyAction;
}

/** What became of one expectation. */
export interface ExpectationResult {
  readonly expectation: PolicyExpectation;
  readonly isMet: boolean;
  /** What the rules really say. */
  readonly possible: readonly Decision[];
  /** False where no such tool is known; it is then taken for one without annotations. */
  readonly isKnownTool: boolean;
}

/**
 * Holds rules against what the user expects of them. Without arguments an expectation is met only
 * where nothing else can come out.
 *
 * @param tools the known tools, for their raw names and annotations
 */
export function testPolicy(
  policy: Policy,
  expectations: readonly PolicyExpectation[],
  tools: readonly PolicyTool[],
): readonly ExpectationResult[] {
  const known = new Map(tools.map((tool) => [tool.id, tool]));
  return expectations.map((expectation) => {
    const { tool: id, args, action } = expectation;
    const tool = known.get(id) ?? { id, rawId: id, annotations: undefined, trusted: false };
    const possible = decidePossible(policy, tool, args);
    return {
      expectation,
      isMet: possible.every((decision) => decision.action === action),
      possible,
      isKnownTool: known.has(id),
    };
  });
}
