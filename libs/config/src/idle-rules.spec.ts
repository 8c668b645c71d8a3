import type { ServerDefinition } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { idleRules } from './idle-rules.js';

const servers = (...names: string[]) => names.map((name) => ({ name }) as ServerDefinition);

describe('idleRules()', () => {
  it('warns of a pattern that is no tool id', () => {
    expect(idleRules([{ match: 'gh.*', action: 'deny' }], servers('gh'))).toEqual([
      'the rule "gh.*" (deny) can match no tool: the ids of the configured servers begin with "mcp__gh__"',
    ]);
    expect(idleRules([{ match: 'gh.*', action: 'deny' }], [])).toEqual([
      'the rule "gh.*" (deny) can match no tool: a tool id reads "mcp__server__tool"',
    ]);
  });

  it('warns of a server that is not there, and names those that are', () => {
    expect(
      idleRules(
        [{ match: 'mcp__githb__delete_*', action: 'deny' }],
        servers('github', 'b', 'c', 'd', 'e', 'f'),
      ),
    ).toEqual([
      'the rule "mcp__githb__delete_*" (deny) can match no tool: the ids of the configured servers begin with "mcp__github__", "mcp__b__", "mcp__c__", "mcp__d__", "mcp__e__" and 1 more',
    ]);
  });

  it.each([
    ['*', 'allow'],
    ['mcp__my-server__get', 'allow'],
    ['mcp__my-server__*', 'allow'],
    ['mcp__my*', 'deny'],
    ['mcp__?y-server__x', 'allow'],
    ['MCP__MY_SERVER__Get', 'deny'],
    ['m*', 'ask'],
  ] as const)('says nothing of %j (%s)', (match, action) => {
    expect(idleRules([{ match, action }], servers('other', 'my-server'))).toEqual([]);
  });

  it.each([
    ['mcp__my_server__*', 'allow'],
    ['mcp__my-server', 'deny'],
    ['mcp__', 'deny'],
    ['get_issue', 'ask'],
  ] as const)('warns of %j (%s)', (match, action) => {
    expect(idleRules([{ match, action }], servers('my-server'))).toHaveLength(1);
  });
});
