import { createCatalogueView } from '@sluice/core';
import type { PastCall, PolicyRule } from '@sluice/contracts';
import { fakeUpstreams } from '@sluice/contracts/testing';
import { compilePolicy } from '@sluice/policy';
import { describe, expect, it } from 'vitest';
import { createPolicyDesk } from './policy-desk.js';

const rules: readonly PolicyRule[] = [
  { match: 'mcp__mail__delete_*', action: 'deny' },
  { match: 'mcp__mail__send', when: { 'args.to': '*@ours.example' }, action: 'allow' },
];

function setUp(past: readonly PastCall[] = []) {
  const upstreams = fakeUpstreams({
    mail: {
      send: { run: () => 1 },
      delete_all: { run: () => 1, rawName: 'wipe' },
      secret: { run: () => 1 },
    },
  });
  const policy = compilePolicy(rules, 'ask');
  const view = createCatalogueView({
    upstreams,
    policy,
    exists: (_, tool) => tool.name !== 'secret',
  });
  return createPolicyDesk({
    policy,
    view,
    upstreams,
    history: { read: () => Promise.resolve(past) },
    settings: { servers: [] },
  });
}
const call = (toolId: string, action: PastCall['action'], rule?: string): PastCall => ({
  at: 1,
  session: 's',
  toolId,
  rawId: toolId,
  action,
  ...(rule === undefined ? {} : { rule }),
});
const deny = {
  action: 'deny',
  by: 'policy[0] {"match":"mcp__mail__delete_*","action":"deny"}',
};
const allow = {
  action: 'allow',
  by: 'policy[1] {"match":"mcp__mail__send","when":{"args.to":"*@ours.example"},"action":"allow"}',
};
const ask = { action: 'ask', by: 'policyDefault' };

describe('createPolicyDesk()', () => {
  it.each(['mcp__mail__send', 'tools.mail.send', 'mail.send'])(
    'explains the tool that goes by %s: what decides, and why the rules before do not',
    (name) => {
      const desk = setUp();
      expect(desk.explain(name, { to: 'ann@ours.example' })).toEqual({
        tool: 'mcp__mail__send',
        state: 'known',
        outcomes: [allow],
        steps: [
          { rule: deny.by, verdict: 'passed', reason: 'its pattern does not fit the name' },
          { rule: allow.by, verdict: 'decides' },
        ],
      });
      expect(desk.explain(name, undefined).outcomes).toEqual([allow, ask]);
    },
  );

  it('says of a tool that is hidden and of one that nobody has what they are', () => {
    const desk = setUp();
    expect(desk.explain('mcp__mail__secret', undefined)).toMatchObject({
      state: 'hidden',
      outcomes: [ask],
    });
    expect(desk.explain('mcp__mail__delete_x', {})).toMatchObject({
      state: 'unknown',
      outcomes: [deny],
    });
  });

  it('tests what is expected, and refuses what is no list of expectations', () => {
    const desk = setUp();
    const args = { to: 'ann@evil.example' };
    expect(
      desk.test([
        { tool: 'mcp__mail__send', args, action: 'ask' },
        { tool: 'mcp__mail__send', action: 'allow' },
        { tool: 'mcp__none', action: 'deny' },
      ]),
    ).toEqual([
      {
        tool: 'mcp__mail__send',
        args,
        expected: 'ask',
        isMet: true,
        isKnownTool: true,
        outcomes: [ask],
      },
      {
        tool: 'mcp__mail__send',
        expected: 'allow',
        isMet: false,
        isKnownTool: true,
        outcomes: [allow, ask],
      },
      {
        tool: 'mcp__none',
        expected: 'deny',
        isMet: false,
        isKnownTool: false,
        outcomes: [ask],
      },
    ]);
    expect(() => desk.test({})).toThrow('Cannot read the expectations: it is no list');
  });

  it('holds past calls against other rules', async () => {
    const desk = setUp([
      call('mcp__mail__send', 'ask'),
      call('mcp__mail__send', 'allow'),
      call('mcp__gone__x', 'ask'),
    ]);
    const after = compilePolicy([{ match: 'mcp__gone__*', action: 'deny' }, ...rules], 'ask');
    expect(await desk.simulate(after)).toEqual({
      calls: 3,
      changes: [
        {
          tool: 'mcp__gone__x',
          calls: 1,
          before: [ask],
          after: [{ action: 'deny', by: 'policy[0] {"match":"mcp__gone__*","action":"deny"}' }],
        },
      ],
    });
  });

  it('holds the rules of now against what was decided then', async () => {
    const desk = setUp([
      call('mcp__mail__send', 'allow'),
      call('mcp__mail__send', 'ask'),
      call('mcp__mail__send', 'deny', 'policy[7] {"match":"*"}'),
      call('mcp__mail__send', 'deny', 'policy[7] {"match":"*"}'),
      call('mcp__mail__delete_all', 'deny'),
    ]);
    expect(await desk.simulate()).toEqual({
      calls: 5,
      changes: [
        {
          tool: 'mcp__mail__send',
          calls: 2,
          before: [{ action: 'deny', by: 'policy[7] {"match":"*"}' }],
          after: [allow, ask],
        },
      ],
    });
  });
});
