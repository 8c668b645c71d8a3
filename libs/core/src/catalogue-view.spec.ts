import { fakeUpstreams } from '@sluice/contracts/testing';
import type { ToolNaming } from '@sluice/contracts';
import { compilePolicy, type Policy } from '@sluice/policy';
import { describe, expect, it } from 'vitest';
import { createCatalogueView } from './catalogue-view.js';

function setUp() {
  const upstreams = fakeUpstreams({ a: { one: () => 1, drop: () => 1 }, b: { two: () => 1 } });
  // Real upstreams hand out the same definitions until the list changes.
  const kept = new Map<string, ReturnType<typeof upstreams.tools>>();
  const tools = (server: string) => {
    const list = kept.get(server) ?? upstreams.tools(server);
    kept.set(server, list);
    return list;
  };
  const policy = compilePolicy([{ match: '*drop', action: 'deny' }], 'ask');
  const view = createCatalogueView({ upstreams: { ...upstreams, tools }, policy });
  return { upstreams, view, forget: () => kept.clear() };
}

describe('createCatalogueView()', () => {
  it('knows every tool, and shows all but the denied ones', () => {
    const { view } = setUp();
    expect(view.catalogue().tools.map(({ id }) => id)).toEqual([
      'mcp__a__one',
      'mcp__a__drop',
      'mcp__b__two',
    ]);
    expect(view.visibleTools().map(({ id }) => id)).toEqual(['mcp__a__one', 'mcp__b__two']);
    expect(view.isVisible('mcp__a__drop')).toBe(false);
    expect(view.isVisible('mcp__a__one')).toBe(true);
    expect(view.isVisible('mcp__nosuch__tool')).toBe(false);
  });

  it('shows a tool that only some arguments make denied', () => {
    const upstreams = fakeUpstreams({ a: { one: () => 1, two: () => 1 } });
    const when = { 'args.force': true };
    const policy = compilePolicy(
      [
        { match: '*one', when, action: 'deny' },
        { match: '*two', when, action: 'deny' },
        { match: '*two', action: 'deny' },
      ],
      'ask',
    );
    const view = createCatalogueView({ upstreams, policy });
    expect(view.visibleTools().map(({ id }) => id)).toEqual(['mcp__a__one']);
  });

  it('has no tool that the keys of its server hide, be it allowed or not', () => {
    const upstreams = fakeUpstreams({ a: { one: () => 1, drop: () => 1 } });
    const policy = compilePolicy([{ match: '*', action: 'allow' }], 'allow');
    const exists = (server: string, tool: { name: string }) =>
      server !== 'a' || tool.name !== 'drop';
    const catalogue = createCatalogueView({ upstreams, policy, exists }).catalogue();
    expect(catalogue.tools.map(({ id }) => id)).toEqual(['mcp__a__one']);
    expect(catalogue.byId('mcp__a__drop')).toBeUndefined();
    expect(catalogue.resolve('a', 'drop').kind).toBe('unknown');
    expect(catalogue.bindings[0]?.tools.map(({ name }) => name)).toEqual(['one']);
  });

  it("knows the tools' annotations, and whether their server is trusted", () => {
    const upstreams = fakeUpstreams({ a: { one: () => 1 }, b: { two: () => 1 } });
    upstreams.setStatus('b', { trusted: true });
    const policy = compilePolicy([], 'ask');
    const { tools } = createCatalogueView({ upstreams, policy }).catalogue();
    expect(tools.map(({ trusted }) => trusted)).toEqual([false, true]);
  });

  it('leaves disabled upstreams out, and keeps those that are down or have no tools yet', () => {
    const { view, upstreams } = setUp();
    upstreams.setStatus('a', { state: 'failed' });
    expect(view.catalogue().bindings.map(({ name }) => name)).toEqual(['a', 'b']);
    upstreams.setStatus('a', { state: 'disabled' });
    expect(view.catalogue().bindings.map(({ name }) => name)).toEqual(['b']);
  });

  it('stays the same object while only statuses change, and is new when a tool list is', () => {
    const { view, upstreams, forget } = setUp();
    const before = view.catalogue();
    const firstHit = (query: string) =>
      view.searchIndex().search(query, { limit: 1 }).hits[0]?.tool.id;
    expect(firstHit('one')).toBe('mcp__a__one');
    expect(firstHit('drop')).toBeUndefined();
    upstreams.setStatus('a', { noiseLines: 7 });
    expect(view.catalogue()).toBe(before);
    forget();
    upstreams.setTools('a', { three: () => 1 });
    expect(view.catalogue().byId('mcp__a__three')).toBeDefined();
    expect(firstHit('three')).toBe('mcp__a__three');
    expect(firstHit('one')).toBeUndefined();
    expect(firstHit('two')).toBe('mcp__b__two');
  });

  it('stops listening when it is closed', () => {
    const { view, upstreams, forget } = setUp();
    const before = view.catalogue();
    view.close();
    forget();
    upstreams.setTools('a', {});
    expect(view.catalogue()).toBe(before);
  });

  it('names tools as their server is told to; what hides tools sees the final name', () => {
    const upstreams = fakeUpstreams({
      a: { gh_getOne: () => 1, gh_drop: () => 1 },
      b: { gh_x: () => 1 },
    });
    const naming = { stripPrefix: true, snakeCase: true } as const;
    const view = createCatalogueView({
      upstreams,
      policy: compilePolicy([], 'ask'),
      namingOf: (server) => (server === 'a' ? naming : undefined),
      exists: (_, { name }) => name !== 'drop',
    });
    expect(view.catalogue().tools.map(({ id, rawId }) => [id, rawId])).toEqual([
      ['mcp__a__get_one', 'mcp__a__gh_getOne'],
      ['mcp__b__gh_x', 'mcp__b__gh_x'],
    ]);
  });

  it('follows rules and names that change once the upstreams tell', () => {
    const upstreams = fakeUpstreams({ a: { gh_get: () => 1 } });
    let now: { policy: Policy; naming?: ToolNaming } = { policy: compilePolicy([], 'ask') };
    const policy: Policy = {
      get rules() {
        return now.policy.rules;
      },
      get policyDefault() {
        return now.policy.policyDefault;
      },
    };
    const view = createCatalogueView({
      upstreams,
      policy,
      namingOf: () => now.naming,
      basis: () => now,
    });
    const names = () => view.visibleTools().map(({ id }) => id);
    expect(names()).toEqual(['mcp__a__gh_get']);
    now = { ...now, naming: { stripPrefix: 'gh_' } };
    upstreams.setStatus('a', {});
    expect(names()).toEqual(['mcp__a__get']);
    now = { policy: compilePolicy([{ match: 'mcp__a__*', action: 'deny' }], 'ask') };
    upstreams.setStatus('a', {});
    expect(names()).toEqual([]);
  });
});
