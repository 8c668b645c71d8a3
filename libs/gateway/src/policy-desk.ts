import type {
  CallHistory,
  Json,
  PastCall,
  PolicyAction,
  Settings,
  ToolId,
  UpstreamView,
} from '@sluice/contracts';
import { fitsNoServer } from '@sluice/config';
import { toolIdOf } from '@sluice/contracts';
import type { CatalogueView } from '@sluice/core';
import {
  describeRule,
  quoteRule,
  explainDecision,
  decidePossible,
  findIdleRules,
  readExpectations,
  simulatePolicy,
  testPolicy,
  type Decision,
  type Policy,
  type PolicyTool,
} from '@sluice/policy';

/** What people ask about their rules: `sluice policy`. Nothing here decides or changes anything. */
export interface PolicyDesk {
  /** Why a call is decided as it is. @param args undefined: any arguments */
  explain(tool: string, args: Json | undefined): ExplainedCall;
  /**
   * Holds the rules against what a user expects of them.
   * @throws SluiceError `CONFIG_INVALID` for a value that is no list of expectations
   */
  test(expectations: Json): readonly TestedCall[];
  /** Past calls that other rules would decide otherwise. @param after @default the rules as they are, held against what was decided */
  simulate(after?: Policy): Promise<Simulation>;
  /**
   * One line for each rule that fits no tool; empty as long as a server has not listed its tools, and
   * where there are none at all. Rules that could fit no server are left out: the settings warn of them.
   */
  idleRules(): readonly string[];
}

/** One way a call may be decided. */
export interface Outcome {
  readonly action: PolicyAction;
  /** The rule on one line, or `policyDefault`. */
  readonly by: string;
}

/** What {@link PolicyDesk.explain} found. */
export interface ExplainedCall {
  readonly tool: ToolId;
  /** `hidden`: by `blocked_tools` or `readOnly` of its server, whatever the rules say. */
  readonly state: 'known' | 'hidden' | 'unknown';
  /** One, or with unknown arguments all that may come out. */
  readonly outcomes: readonly Outcome[];
  /** The rules that were tried, in order. */
  readonly steps: readonly {
    readonly rule: string;
    readonly verdict: 'decides' | 'may-decide' | 'passed';
    readonly reason?: string;
  }[];
}

/** One expectation and what became of it. */
export interface TestedCall {
  readonly tool: ToolId;
  readonly args?: Json | undefined;
  readonly expected: PolicyAction;
  readonly isMet: boolean;
  readonly isKnownTool: boolean;
  readonly outcomes: readonly Outcome[];
}

/** What {@link PolicyDesk.simulate} found. */
export interface Simulation {
  /** Past calls that are remembered. */
  readonly calls: number;
  readonly changes: readonly {
    readonly tool: ToolId;
    readonly calls: number;
    readonly before: readonly Outcome[];
    readonly after: readonly Outcome[];
  }[];
}

/** Makes the desk over the rules and the tools as they are known. */
export function createPolicyDesk(options: {
  readonly policy: Policy;
  readonly view: CatalogueView;
  readonly upstreams: UpstreamView;
  readonly history: Pick<CallHistory, 'read'>;
  /** As they are configured now. */
  readonly settings: Pick<Settings, 'servers'>;
}): PolicyDesk {
  const { policy, view, upstreams, history, settings } = options;

  /** By its id, or by its call path as it stands in a program. */
  const find = (name: string) => {
    const { tools } = view.catalogue();
    const path = name.startsWith('tools.') ? name : `tools.${name}`;
    return tools.find(({ id }) => id === name) ?? tools.find(({ callPath }) => callPath === path);
  };
  const isListed = (id: string) =>
    upstreams
      .statuses()
      .some(({ name }) => upstreams.tools(name).some((tool) => toolIdOf(name, tool.name) === id));

  return {
    explain(name, args) {
      const found = find(name);
      const tool = found ?? unknownTool(name, name);
      const { possible, steps } = explainDecision(policy, tool, args);
      return {
        tool: tool.id,
        state: found ? 'known' : isListed(name) ? 'hidden' : 'unknown',
        outcomes: possible.map(outcomeOf),
        steps: steps.map(({ rule, verdict, reason }) => ({
          rule: quoteRule(rule),
          verdict,
          ...(reason === undefined ? {} : { reason }),
        })),
      };
    },
    test: (expectations) =>
      testPolicy(policy, readExpectations(expectations), view.catalogue().tools).map(
        ({ expectation: { tool, args, action }, isMet, isKnownTool, possible }) => ({
          tool,
          ...(args === undefined ? {} : { args }),
          expected: action,
          isMet,
          isKnownTool,
          outcomes: possible.map(outcomeOf),
        }),
      ),
    async simulate(after) {
      const past = await history.read();
      const known = new Map(view.catalogue().tools.map((tool) => [tool.id, tool]));
      const toolOf = ({ toolId, rawId }: PastCall) =>
        known.get(toolId) ?? unknownTool(toolId, rawId);
      const changes =
        after === undefined
          ? changedSince(past, (call) => decidePossible(policy, toolOf(call)))
          : simulatePolicy(
              policy,
              after,
              past.map((call) => ({ tool: toolOf(call) })),
            ).map(({ use, count, ...change }) => ({
              tool: use.tool.id,
              calls: count,
              before: change.before.map(outcomeOf),
              after: change.after.map(outcomeOf),
            }));
      return { calls: past.length, changes };
    },
    idleRules() {
      const { tools } = view.catalogue();
      const isListed = upstreams
        .statuses()
        .every(({ state, toolsFrom }) => state === 'disabled' || toolsFrom === 'live');
      if (!isListed || tools.length === 0) return [];
      return findIdleRules(policy, tools)
        .filter((rule) => !fitsNoServer(rule, settings.servers))
        .map((rule) => `the rule ${describeRule(rule)} fits no tool`);
    },
  };
}

/** Calls that were decided as the rules cannot decide them any more. */
function changedSince(
  past: readonly PastCall[],
  decide: (call: PastCall) => readonly Decision[],
): Simulation['changes'] {
  const groups = new Map<string, { readonly call: PastCall; calls: number }>();
  for (const call of past) {
    const key = JSON.stringify([call.toolId, call.rawId, call.action]);
    const group = groups.get(key) ?? { call, calls: 0 };
    group.calls += 1;
    groups.set(key, group);
  }
  return [...groups.values()]
    .map(({ call, calls }) => ({ call, calls, possible: decide(call) }))
    .filter(({ call, possible }) => !possible.some(({ action }) => action === call.action))
    .map(({ call, calls, possible }) => ({
      tool: call.toolId,
      calls,
      before: [{ action: call.action, by: call.rule ?? 'policyDefault' }],
      after: possible.map(outcomeOf),
    }));
}

function outcomeOf({ action, rule }: Decision): Outcome {
  return { action, by: rule ? quoteRule(rule) : 'policyDefault' };
}

/** A tool that no server has now: all that is known of it are its names. */
function unknownTool(id: ToolId, rawId: ToolId): PolicyTool {
  return { id, rawId, annotations: undefined, trusted: false };
}
