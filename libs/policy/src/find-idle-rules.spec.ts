import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.js';
import { findIdleRules } from './find-idle-rules.js';
import { policyTool } from './fixtures/policy-tool.js';

describe('findIdleRules()', () => {
  it('lists the rules that match no known tool, but not those behind another rule', () => {
    const policy = compilePolicy(
      [
        { match: '*', action: 'ask' },
        { match: 'mcp__gh__get*', action: 'allow' },
        { match: 'mcp__gh__gte*', action: 'allow' },
      ],
      'ask',
    );
    const id = 'mcp__gh__get_issue';
    expect(findIdleRules(policy, [policyTool(id)])).toEqual([
      { index: 2, match: 'mcp__gh__gte*', action: 'allow' },
    ]);
  });
});
