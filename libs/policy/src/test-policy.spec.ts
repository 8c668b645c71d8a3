import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.js';
import { policyTool } from './fixtures/policy-tool.js';
import { testPolicy } from './test-policy.js';

const mail = policyTool('mcp__mail__send', { annotations: { readOnlyHint: true }, trusted: true });
const policy = compilePolicy(
  [
    { match: 'mcp__mail__*', when: { 'args.to': '*@ours.example' }, action: 'allow' },
    { match: 'mcp__docs__*', annotations: { readOnlyHint: true }, action: 'allow' },
  ],
  'deny',
);

describe('testPolicy()', () => {
  it('meets an expectation that the rules keep, and shows what they say where they do not', () => {
    const results = testPolicy(
      policy,
      [
        { tool: mail.id, args: { to: 'a@ours.example' }, action: 'allow' },
        { tool: mail.id, args: { to: 'a@else.example' }, action: 'ask' },
      ],
      [mail],
    );
    expect(results).toEqual([
      expect.objectContaining({ isMet: true, isKnownTool: true }),
      expect.objectContaining({ isMet: false, possible: [{ action: 'deny' }] }),
    ]);
  });

  it('takes an expectation without arguments for all of them', () => {
    const [result] = testPolicy(policy, [{ tool: mail.id, action: 'allow' }], [mail]);
    expect(result?.isMet).toBe(false);
    expect(result?.possible.map(({ action }) => action)).toEqual(['allow', 'deny']);
  });

  it('takes an unknown tool for one without annotations, and says so', () => {
    const id = 'mcp__docs__read';
    const results = testPolicy(policy, [{ tool: id, action: 'deny' }], [mail]);
    expect(results).toEqual([expect.objectContaining({ isMet: true, isKnownTool: false })]);
    const docs = policyTool(id, { annotations: { readOnlyHint: true }, trusted: true });
    expect(testPolicy(policy, [{ tool: id, action: 'allow' }], [docs])[0]?.isMet).toBe(true);
  });
});
