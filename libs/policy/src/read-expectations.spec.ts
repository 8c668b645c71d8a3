import type { Json } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { readExpectations } from './read-expectations.js';

describe('readExpectations()', () => {
  it('reads a list, with and without arguments', () => {
    const list: Json = [
      { tool: 'mcp__a__b', action: 'deny' },
      { tool: 'mcp__a__b', args: { id: 1 }, action: 'allow' },
    ];
    expect(readExpectations(list)).toEqual(list);
  });

  it.each<[Json, string]>([
    [{}, 'Cannot read the expectations: it is no list'],
    [['x'], 'Cannot read expectation [0]: it is no object'],
    [[null], 'Cannot read expectation [0]: it is no object'],
    [[{ tool: 'a', action: 'deny' }, []], 'Cannot read expectation [1]: it is no object'],
    [[{ action: 'deny' }], 'Cannot read expectation [0].tool: it is no text'],
    [
      [{ tool: 'a', action: 'alow' }],
      'Cannot read expectation [0].action: it must be one of allow, deny, ask',
    ],
    [
      [{ tool: 'a', args: [], action: 'deny' }],
      'Cannot read expectation [0].args: it is no object',
    ],
    [
      [{ tool: 'a', arg: {}, action: 'deny' }],
      'Cannot read expectation [0]: it has the unknown key "arg"',
    ],
  ])('refuses %j', (list, message) => {
    expect(() => readExpectations(list)).toThrow(
      expect.objectContaining({
        code: 'USAGE',
        message,
        hint: 'Write a list of { "tool": "mcp__server__tool", "args": { … }, "action": "allow" | "deny" | "ask" }; without "args" it is meant for any.',
      }),
    );
  });
});
