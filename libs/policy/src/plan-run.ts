import { decideCall } from './decide-call.js';
import type { Decision, Policy, PolicyTool } from './policy.js';

/** What stands before the start of a program. */
export type RunPlan =
  | { readonly status: 'start' }
  | { readonly status: 'denied'; readonly denied: readonly DecidedTool[] }
  | { readonly status: 'ask'; readonly asks: readonly DecidedTool[] };

/** A tool of the program with what the policy says about it. */
export interface DecidedTool {
  readonly tool: PolicyTool;
  readonly decision: Decision;
}

/** What a program's text says about its calls. */
export interface RunPlanInput {
  /** The tools it names; order is kept, repeats count once. */
  readonly tools: readonly PolicyTool[];
  /**
   * Whether it may call tools the text does not name. That alone neither refuses nor asks: each such
   * call is decided at the gate, where `ask` is a refusal.
   */
  readonly hasDynamic: boolean;
}

/**
 * Decides whether a program may start. Any denied tool: it does not start, and all denied ones are
 * listed. Else any tool that needs asking: one question that lists them all. Else it starts.
 *
 * @example planRun(policy, { tools: [{ id, rawId: id }], hasDynamic: false }).status
 */
export function planRun(policy: Policy, { tools }: RunPlanInput): RunPlan {
  const decided = uniqueTools(tools).map((tool) => ({ tool, decision: decideCall(policy, tool) }));
  const denied = decided.filter(({ decision }) => decision.action === 'deny');
  if (denied.length > 0) return { status: 'denied', denied };
  const asks = decided.filter(({ decision }) => decision.action === 'ask');
  return asks.length > 0 ? { status: 'ask', asks } : { status: 'start' };
}

function uniqueTools(tools: readonly PolicyTool[]): readonly PolicyTool[] {
  return [...new Map(tools.map((tool) => [JSON.stringify([tool.id, tool.rawId]), tool])).values()];
}
