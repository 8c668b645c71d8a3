import type { PolicyAction } from '@sluice/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.js';
import { decideCall } from './decide-call.js';
import { policyTool } from './fixtures/policy-tool.js';
import { planRun } from './plan-run.js';

const use = (id: string) => ({ tool: policyTool(id) });
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
      planRun(
        policy,
        ['mcp__mail__send', 'mcp__gh__delete_repo', 'mcp__gh__get', 'mcp__gh__Delete_tag'].map(use),
      ),
    ).toEqual({
      status: 'denied',
      denied: ['mcp__gh__delete_repo', 'mcp__gh__Delete_tag'].map((id) => ({
        ...use(id),
        decision: {
          action: 'deny',
          rule: { index: 0, match: 'mcp__gh__delete_*', action: 'deny' },
        },
      })),
    });
  });

  it('asks once for all tools that need it, each listed once', () => {
    expect(
      planRun(policy, ['mcp__mail__send', 'mcp__gh__get', 'mcp__x__y', 'mcp__mail__send'].map(use)),
    ).toEqual({
      status: 'ask',
      asks: [
        {
          ...use('mcp__mail__send'),
          decision: { action: 'ask', rule: { index: 1, match: 'mcp__mail__*', action: 'ask' } },
        },
        { ...use('mcp__x__y'), decision: { action: 'ask' } },
      ],
    });
  });

  it('starts a program of allowed tools, and one that names none', () => {
    expect(planRun(policy, [use('mcp__gh__get')])).toEqual({ status: 'start' });
    expect(planRun(policy, [])).toEqual({ status: 'start' });
  });

  describe('with conditions on arguments', () => {
    const mail = policyTool('mcp__mail__send');
    const ours = { match: 'mcp__mail__*', when: { 'args.to': '*@ours.example' } };

    it('starts what is open between allow and deny, and leaves it to the gate', () => {
      const compiled = compilePolicy([{ ...ours, action: 'allow' }], 'deny');
      expect(planRun(compiled, [{ tool: mail }])).toEqual({ status: 'start' });
      expect(planRun(compiled, [{ tool: mail, args: { to: 'a@ours.example' } }])).toEqual({
        status: 'start',
      });
      expect(planRun(compiled, [{ tool: mail, args: { to: 'a@evil.example' } }]).status).toBe(
        'denied',
      );
    });

    it('asks about each use that may need it, with its arguments and the rule that asks', () => {
      const compiled = compilePolicy([{ ...ours, action: 'allow' }], 'ask');
      const uses = [
        { tool: mail, args: { to: 'a@ours.example' }, line: 1 },
        { tool: mail, args: { to: 'b@else.example' }, line: 2 },
        { tool: mail, line: 3 },
        { tool: mail, args: { to: 'b@else.example' }, line: 4 },
      ];
      expect(planRun(compiled, uses)).toEqual({
        status: 'ask',
        asks: [
          { tool: mail, args: { to: 'b@else.example' }, line: 2, decision: { action: 'ask' } },
          { tool: mail, line: 3, decision: { action: 'ask' } },
        ],
      });
    });

    it('does not start what is denied whatever its arguments, by whichever rule', () => {
      const compiled = compilePolicy([{ ...ours, action: 'deny' }], 'deny');
      expect(planRun(compiled, [{ tool: mail }])).toEqual({
        status: 'denied',
        denied: [
          { tool: mail, decision: { action: 'deny', rule: { index: 0, ...ours, action: 'deny' } } },
        ],
      });
    });
  });

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
      fc.property(rules, ids, actions, (list, names, byDefault) => {
        const compiled = compilePolicy(list, byDefault);
        const plan = planRun(compiled, names.map(use));
        const at = (action: PolicyAction) =>
          names.filter((id) => decideCall(compiled, policyTool(id), {}).action === action);
        const expected = at('deny').length > 0 ? 'denied' : at('ask').length > 0 ? 'ask' : 'start';
        expect(plan.status).toBe(expected);
        if (plan.status === 'denied') expect(plan.denied.map((d) => d.tool.id)).toEqual(at('deny'));
        if (plan.status === 'ask') expect(plan.asks.map((d) => d.tool.id)).toEqual(at('ask'));
      }),
    );
  });
});
