import type { PolicyAction } from '@sluice/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.js';
import { decideCall } from './decide-call.js';
import { planRun } from './plan-run.js';

const tool = (id: string) => ({ id, rawId: id });
const policy = compilePolicy(
  [
    { match: 'mcp__gh__delete_*', action: 'deny' },
    { match: 'mcp__mail__*', action: 'ask' },
    { match: 'mcp__gh__*', action: 'allow' },
  ],
  'ask',
);

describe('planRun()', () => {
  it('refuses a program that names a denied tool, and lists every denied one', () => {
    expect(
      planRun(policy, {
        tools: [
          'mcp__mail__send',
          'mcp__gh__delete_repo',
          'mcp__gh__get',
          'mcp__gh__Delete_tag',
        ].map(tool),
        hasDynamic: true,
      }),
    ).toEqual({
      status: 'denied',
      denied: ['mcp__gh__delete_repo', 'mcp__gh__Delete_tag'].map((id) => ({
        tool: tool(id),
        decision: {
          action: 'deny',
          rule: { index: 0, match: 'mcp__gh__delete_*', action: 'deny' },
        },
      })),
    });
  });

  it('asks once for all tools that need it, each listed once', () => {
    expect(
      planRun(policy, {
        tools: ['mcp__mail__send', 'mcp__gh__get', 'mcp__x__y', 'mcp__mail__send'].map(tool),
        hasDynamic: false,
      }),
    ).toEqual({
      status: 'ask',
      asks: [
        {
          tool: tool('mcp__mail__send'),
          decision: { action: 'ask', rule: { index: 1, match: 'mcp__mail__*', action: 'ask' } },
        },
        { tool: tool('mcp__x__y'), decision: { action: 'ask' } },
      ],
    });
  });

  it.each([true, false])(
    'starts a program of allowed tools (calls by computed name: %s)',
    (hasDynamic) => {
      expect(planRun(policy, { tools: [tool('mcp__gh__get')], hasDynamic })).toEqual({
        status: 'start',
      });
      expect(planRun(policy, { tools: [], hasDynamic })).toEqual({ status: 'start' });
    },
  );

  it('agrees with the decision at the gate for every tool (property)', () => {
    const rules = fc.array(
      fc.record({
        match: fc.constantFrom('*', 'mcp__a__*', 'mcp__?__x', 'mcp__b__y', 'mcp__A__X'),
        action: fc.constantFrom<PolicyAction[]>('allow', 'deny', 'ask'),
      }),
      { maxLength: 5 },
    );
    const ids = fc.subarray(['mcp__a__x', 'mcp__a__y', 'mcp__b__x', 'mcp__b__y', 'mcp__c__z']);
    const actions = fc.constantFrom<PolicyAction[]>('allow', 'deny', 'ask');
    fc.assert(
      fc.property(rules, ids, actions, fc.boolean(), (list, names, byDefault, hasDynamic) => {
        const compiled = compilePolicy(list, byDefault);
        const plan = planRun(compiled, { tools: names.map(tool), hasDynamic });
        const at = (action: PolicyAction) =>
          names.filter((id) => decideCall(compiled, tool(id)).action === action);
        const expected = at('deny').length > 0 ? 'denied' : at('ask').length > 0 ? 'ask' : 'start';
        expect(plan.status).toBe(expected);
        if (plan.status === 'denied') expect(plan.denied.map((d) => d.tool.id)).toEqual(at('deny'));
        if (plan.status === 'ask') expect(plan.asks.map((d) => d.tool.id)).toEqual(at('ask'));
      }),
    );
  });
});
