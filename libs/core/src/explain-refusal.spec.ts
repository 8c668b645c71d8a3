import { describe, expect, it } from 'vitest';
import { explainRefusal } from './explain-refusal.js';

const asked = (id: string) => ({ tool: { id, rawId: id }, decision: { action: 'ask' } as const });

describe('explainRefusal()', () => {
  it('names every tool that needs approval, with the rules to add', () => {
    expect(
      explainRefusal('start', [asked('mcp__a__b'), asked('mcp__a__"q"')], 'sluice.json'),
    ).toEqual({
      code: 'POLICY_NEEDS_APPROVAL',
      message:
        'Cannot start the program: "mcp__a__b" needs the user\'s approval: no rule matches; policyDefault is ask; "mcp__a__"q"" needs the user\'s approval: no rule matches; policyDefault is ask',
      hint: 'Only the user can allow it, by adding to the end of "policy" in sluice.json: {"match":"mcp__a__b","action":"allow"}, {"match":"mcp__a__\\"q\\"","action":"allow"}',
    });
  });

  it('counts tools beyond the first twenty', () => {
    const many = Array.from({ length: 25 }, (_, i) => asked(`mcp__a__t${i}`));
    const { message, hint } = explainRefusal('start', many, 'sluice.json');
    expect(message).toMatch(
      /mcp__a__t19" needs the user's approval: no rule matches; policyDefault is ask; 5 more$/,
    );
    expect(hint).not.toContain('mcp__a__t20');
  });

  it('puts the new rule before the one that asked, not before others that deny', () => {
    const rule = (index: number) => ({ index, match: 'mcp__a__*', action: 'ask' }) as const;
    const byRule = (id: string, index: number) => ({
      tool: { id, rawId: id },
      decision: { action: 'ask', rule: rule(index) } as const,
    });
    const uses = [byRule('mcp__a__b', 4), asked('mcp__c__d'), byRule('mcp__a__e', 2)];
    expect(explainRefusal('start', uses, 'sluice.json').hint).toBe(
      'Only the user can allow it, by adding before policy[2] in sluice.json: {"match":"mcp__a__b","action":"allow"}, {"match":"mcp__c__d","action":"allow"}, {"match":"mcp__a__e","action":"allow"}',
    );
  });
});
