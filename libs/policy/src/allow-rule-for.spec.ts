import type { PolicyRule } from '@sluice/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowRuleFor } from './allow-rule-for.js';
import { compilePolicy } from './compile-policy.js';
import { decideCall } from './decide-call.js';
import { policyTool } from './fixtures/policy-tool.js';

describe('allowRuleFor()', () => {
  it('is the JSON text of a rule for exactly that tool', () => {
    expect(allowRuleFor('mcp__docs__read')).toBe('{"match":"mcp__docs__read","action":"allow"}');
  });

  it('allows the tool it was made for, whatever its name holds (property)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        const id = `mcp__odd__${name}`;
        const rule = JSON.parse(allowRuleFor(id)) as PolicyRule;
        expect(decideCall(compilePolicy([rule], 'deny'), policyTool(id), {}).action).toBe('allow');
      }),
    );
  });
});
