import { describe, expect, it } from 'vitest';
import { compilePolicy } from './compile-policy.js';
import { policyTool } from './fixtures/policy-tool.js';
import { simulatePolicy } from './simulate-policy.js';

const mail = policyTool('mcp__mail__send');
const docs = policyTool('mcp__docs__read');
const before = compilePolicy([{ match: '*', action: 'allow' }], 'ask');
const after = compilePolicy(
  [
    { match: 'mcp__mail__*', when: { 'args.to': '*@else.example' }, action: 'deny' },
    { match: '*', action: 'allow' },
  ],
  'ask',
);

describe('simulatePolicy()', () => {
  it('lists the calls that would be decided otherwise, alike ones counted', () => {
    const uses = [
      { tool: docs, n: 1 },
      { tool: mail, args: { to: 'a@else.example' }, n: 2 },
      { tool: mail, args: { to: 'a@ours.example' }, n: 3 },
      { tool: mail, args: { to: 'a@else.example' }, n: 4 },
    ];
    const changes = simulatePolicy(before, after, uses);
    expect(changes).toEqual([
      {
        use: uses[1],
        count: 2,
        before: [expect.objectContaining({ action: 'allow' })],
        after: [expect.objectContaining({ action: 'deny' })],
      },
    ]);
  });

  it('lists a call without arguments where another action has become possible', () => {
    const [change] = simulatePolicy(before, after, [{ tool: mail }]);
    expect(change?.after.map(({ action }) => action)).toEqual(['deny', 'allow']);
    expect(simulatePolicy(after, after, [{ tool: mail }])).toEqual([]);
  });
});
