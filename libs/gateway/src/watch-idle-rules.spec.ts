import type { PolicyRule, ServerDefinition } from '@sluice/contracts';
import { fakeUpstreams } from '@sluice/contracts/testing';
import { createCatalogueView } from '@sluice/core';
import { compilePolicy } from '@sluice/policy';
import { describe, expect, it } from 'vitest';
import { createPolicyDesk } from './policy-desk.js';
import { watchIdleRules } from './watch-idle-rules.js';

const rules: readonly PolicyRule[] = [
  { match: 'mcp__mail__send', action: 'deny' },
  { match: 'mcp__mail__sned', when: { 'args.to': 'secret' }, action: 'deny' },
  { match: 'mcp__gone__*', action: 'deny' },
];
const idle =
  'the rule policy[1] {"match":"mcp__mail__sned","when":{"args.to":…},"action":"deny"} fits no tool';

function setUp() {
  const upstreams = fakeUpstreams({ mail: { send: () => 1 } });
  const policy = compilePolicy(rules, 'ask');
  const policyDesk = createPolicyDesk({
    policy,
    view: createCatalogueView({ upstreams, policy }),
    upstreams,
    history: { read: () => Promise.resolve([]) },
    settings: { servers: [{ name: 'mail' } as ServerDefinition] },
  });
  return { upstreams, policyDesk };
}

describe('idleRules()', () => {
  it('names the rules that fit no tool, but not those of servers that are not there', () => {
    const { upstreams, policyDesk } = setUp();
    upstreams.setStatus('mail', { toolsFrom: 'live' });
    expect(policyDesk.idleRules()).toEqual([idle]);
  });

  it('names none while a server has not listed its tools, and none where there are none', () => {
    const { upstreams, policyDesk } = setUp();
    for (const toolsFrom of ['none', 'cache'] as const) {
      upstreams.setStatus('mail', { toolsFrom });
      expect(policyDesk.idleRules()).toEqual([]);
    }
    upstreams.setStatus('mail', { state: 'disabled' });
    expect(policyDesk.idleRules()).toEqual([]);
  });
});

describe('watchIdleRules()', () => {
  it('warns once, when every server has listed its tools', () => {
    const { upstreams, policyDesk } = setUp();
    const notes: string[] = [];
    const stop = watchIdleRules({ upstreams, policyDesk, note: (line) => void notes.push(line) });
    upstreams.setStatus('mail', { toolsFrom: 'cache' });
    expect(notes).toEqual([]);
    upstreams.setStatus('mail', { toolsFrom: 'live' });
    upstreams.setStatus('mail', { noiseLines: 1 });
    expect(notes).toEqual([`sluice: warning: ${idle}`]);
    stop();
  });
});
