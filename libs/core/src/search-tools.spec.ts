import { fakeClock, fakeUpstreams } from '@sluice/contracts/testing';
import type { FakeUpstreamTable } from '@sluice/contracts/testing';
import type { PolicyRule } from '@sluice/contracts';
import { compilePolicy } from '@sluice/policy';
import { describe, expect, it } from 'vitest';
import { createCatalogueView } from './catalogue-view.js';
import { testConsents } from './consent/testing/test-consents.js';
import { createSearchTools } from './search-tools.js';

const table: FakeUpstreamTable = {
  github: {
    search_issues: { description: 'Finds issues.', run: () => 1 },
    create_issue: { description: 'Opens an issue.', run: () => 1 },
    delete_issue: { description: 'Deletes an issue for good.', run: () => 1 },
  },
  mail: { send: { description: 'Sends a message.', run: () => 1 } },
};

function setUp(rules: readonly PolicyRule[] = []) {
  const upstreams = fakeUpstreams(table);
  const clock = fakeClock();
  const policy = compilePolicy(rules, 'ask');
  const view = createCatalogueView({ upstreams, policy });
  const { consents, store } = testConsents({ clock });
  const searchTools = createSearchTools({ view, upstreams, clock, consents });
  return { upstreams, clock, view, store, searchTools };
}

const found = (server: string, tool: string, doc: string) => ({
  id: `mcp__${server}__${tool}`,
  callPath: `tools.${server}.${tool}`,
  signature: `tools.${server}.${tool}(args?: Record<string, unknown>): Promise<unknown>\n  // ${doc}`,
  doc,
  twins: [],
});
/** What a group says beside its hits where there is nothing to say. */
const plain = { more: 0, isLikely: true, readAs: [], nearest: [], nearestServers: [] };

describe('createSearchTools()', () => {
  it('shows what was learnt of results, marked as that', async () => {
    const { upstreams, clock } = setUp();
    const policy = compilePolicy([], 'ask');
    const shapeOf = ({ name }: { name: string }) =>
      name === 'send' ? { type: 'array', items: { type: 'number' } } : undefined;
    const view = createCatalogueView({ upstreams, policy, shapeOf });
    const { consents } = testConsents({ clock });
    const searchTools = createSearchTools({ view, upstreams, clock, consents });
    expect(await searchTools({ query: 'send a message', limit: 1 })).toMatchObject({
      groups: [
        {
          hits: [
            {
              signature:
                'tools.mail.send(args?: Record<string, unknown>): Promise</* observed */ number[]>\n  // Sends a message.',
            },
          ],
        },
      ],
    });
  });

  it('gives one group per query, best first, with signature and doc line', async () => {
    const { searchTools } = setUp();
    expect(await searchTools({ query: ['send a message', 'create issue'], limit: 1 })).toEqual({
      status: 'found',
      detail: 'signature',
      groups: [
        {
          query: 'send a message',
          hits: [found('mail', 'send', 'Sends a message.')],
          ...plain,
        },
        {
          query: 'create issue',
          hits: [found('github', 'create_issue', 'Opens an issue.')],
          ...plain,
        },
      ],
      searched: ['github', 'mail'],
      down: [],
      waiting: [],
      connecting: [],
      changed: [],
    });
  });

  it('names what is not any more what a person approved', async () => {
    const { searchTools, store, upstreams } = setUp();
    const before = { digest: 'before', upstream: '', tool: '{}' };
    const approval = {
      toolId: 'mcp__mail__send',
      scope: 'always',
      definition: before,
      grantedAt: 0,
      answeredIn: 'client',
    } as const;
    await store.grant([approval]);
    const changed = ['tools.mail.send'];
    expect(await searchTools({ query: ['send a message', 'message'] })).toMatchObject({ changed });
    expect(await searchTools({ server: 'mail' })).toMatchObject({ changed });
    expect(await searchTools({ query: 'create issue' })).toMatchObject({ changed: [] });
    expect(upstreams.calls).toEqual([]);
  });

  it('hands out schemas where they are asked for', async () => {
    const { searchTools } = setUp();
    expect(await searchTools({ query: 'send message', detail: 'schema' })).toMatchObject({
      groups: [{ hits: [{ id: 'mcp__mail__send', inputSchema: { type: 'object' } }] }],
    });
  });

  it('never finds a denied tool, and still fills the limit', async () => {
    const { searchTools } = setUp([{ match: '*delete*', action: 'deny' }]);
    const report = await searchTools({ query: 'issue', limit: 2 });
    expect(JSON.stringify(report)).not.toContain('delete');
    expect(report).toMatchObject({ groups: [{ hits: [{}, {}] }] });
    expect(JSON.stringify(await searchTools({ query: 'delete_isue' }))).not.toContain(
      'delete_issue',
    );
  });

  it('takes no word of a denied tool for a misspelt one, and finds none by its id', async () => {
    const { searchTools } = setUp([{ match: '*delete*', action: 'deny' }]);
    expect(await searchTools({ query: 'issue for goood' })).toMatchObject({
      groups: [{ readAs: [], hits: [{}, {}] }],
    });
    expect(await searchTools({ query: 'mcp__github__delete_issue' })).toMatchObject({
      groups: [
        {
          hits: [
            { callPath: 'tools.github.create_issue' },
            { callPath: 'tools.github.search_issues' },
          ],
        },
      ],
    });
  });

  it('finds only tools that say they change nothing where that is asked', async () => {
    const upstreams = fakeUpstreams({
      github: {
        list_issues: { annotations: { readOnlyHint: true }, run: () => 1 },
        close_issue: { annotations: { readOnlyHint: false }, run: () => 1 },
        issue_stats: { run: () => 1 },
      },
    });
    const view = createCatalogueView({ upstreams, policy: compilePolicy([], 'ask') });
    const clock = fakeClock();
    const { consents } = testConsents({ clock });
    const searchTools = createSearchTools({ view, upstreams, clock, consents });
    expect(await searchTools({ query: 'issue', readOnly: true })).toMatchObject({
      groups: [{ hits: [{ id: 'mcp__github__list_issues' }] }],
    });
    expect(await searchTools({ server: 'github', readOnly: true })).toMatchObject({
      tools: [{ id: 'mcp__github__list_issues' }],
      toolsLeftOut: 0,
    });
  });

  it('shows the same tool of several upstreams once, with the places', async () => {
    const send = { description: 'Sends a message.', run: () => 1 };
    const upstreams = fakeUpstreams({
      work: { send },
      home: { send },
      other: { send: { description: 'Posts a message to a channel.', run: () => 1 } },
    });
    const view = createCatalogueView({ upstreams, policy: compilePolicy([], 'ask') });
    const clock = fakeClock();
    const { consents } = testConsents({ clock });
    const searchTools = createSearchTools({ view, upstreams, clock, consents });
    expect(await searchTools({ query: 'send a message' })).toMatchObject({
      groups: [
        {
          hits: [
            { callPath: 'tools.home.send', twins: ['tools.work.send'] },
            { callPath: 'tools.other.send', twins: [] },
          ],
        },
      ],
    });
  });

  it('says that no hit is likely, and whose the nearest are', async () => {
    const { searchTools } = setUp();
    expect(await searchTools({ query: 'quarterly zebra migration message' })).toMatchObject({
      groups: [
        {
          hits: [{ callPath: 'tools.mail.send' }],
          isLikely: false,
          nearest: [],
          nearestServers: ['mail'],
        },
      ],
    });
  });

  it('says plainly that nothing fits', async () => {
    const { searchTools } = setUp();
    expect(await searchTools({ query: 'quantum chromodynamics' })).toMatchObject({
      groups: [{ query: 'quantum chromodynamics', hits: [], nearest: [] }],
      searched: ['github', 'mail'],
    });
  });

  it.each([undefined, '', '  ', [], ['', ' ']])(
    'lists the servers for the query %j',
    async (query) => {
      const { searchTools } = setUp([{ match: '*delete*', action: 'deny' }]);
      expect(await searchTools(query === undefined ? {} : { query })).toEqual({
        status: 'servers',
        servers: [
          { name: 'github', identifier: 'github', toolCount: 2, state: 'ready' },
          { name: 'mail', identifier: 'mail', toolCount: 1, state: 'ready' },
        ],
        tools: [],
        toolsLeftOut: 0,
        down: [],
        waiting: [],
        connecting: [],
        changed: [],
      });
    },
  );

  it('lists the tools of one server, and counts what it leaves out', async () => {
    const { searchTools } = setUp();
    expect(await searchTools({ server: 'github', limit: 1 })).toMatchObject({
      status: 'servers',
      servers: [{ name: 'github', toolCount: 3 }],
      tools: [{ callPath: 'tools.github.search_issues' }],
      toolsLeftOut: 2,
    });
  });

  it('refuses an unknown server and names those there are', async () => {
    const { searchTools } = setUp();
    expect(await searchTools({ query: 'x', server: 'gihub' })).toEqual({
      status: 'refused',
      code: 'UPSTREAM_UNKNOWN',
      message: 'There is no upstream "gihub"',
      hint: 'There are github, mail.',
    });
  });

  it('says that a server is disabled', async () => {
    const { searchTools, upstreams } = setUp();
    upstreams.setStatus('mail', { state: 'disabled' });
    expect(await searchTools({ query: 'x', server: 'mail' })).toEqual({
      status: 'refused',
      code: 'UPSTREAM_UNKNOWN',
      message: 'The upstream "mail" is disabled in the configuration',
      hint: 'Only the user can enable it, in /home/user/sluice.json.',
    });
  });

  it('refuses a flood of queries', async () => {
    const { searchTools } = setUp();
    expect(await searchTools({ query: Array<string>(21).fill('x') })).toEqual({
      status: 'refused',
      code: 'USAGE',
      message: 'Cannot search for 21 queries at once: at most 20 are answered in one call',
    });
  });

  it('names upstreams that wait for consent apart from those that are down', async () => {
    const { upstreams, searchTools } = setUp();
    const error = { code: 'POLICY_NEEDS_APPROVAL', message: 'waits' } as const;
    upstreams.setStatus('mail', { state: 'waiting', toolsFrom: 'none', error });
    expect(await searchTools({ query: 'message' })).toMatchObject({
      waiting: ['mail'],
      down: [],
      connecting: [],
    });
  });

  it('names upstreams that are down with the reason, and those still connecting', async () => {
    const { searchTools, upstreams, clock } = setUp();
    upstreams.setStatus('mail', {
      state: 'failed',
      toolsFrom: 'cache',
      error: {
        code: 'UPSTREAM_START',
        message: 'the command "uvx" was not found',
        hint: 'Install uv.',
      },
    });
    expect(await searchTools({ query: 'message' })).toMatchObject({
      groups: [{ hits: [{ id: 'mcp__mail__send' }] }],
      down: [
        {
          name: 'mail',
          message: 'the command "uvx" was not found',
          hint: 'Install uv.',
          toolCount: 1,
        },
      ],
      connecting: [],
      changed: [],
    });
    upstreams.setStatus('mail', { state: 'connecting', toolsFrom: 'none' });
    await clock.advanceAsync(1500);
    expect(await searchTools({ query: 'message' })).toMatchObject({
      down: [],
      connecting: ['mail'],
    });
  });

  it('waits in its first 1.5 s for upstreams that connect, and for none after that', async () => {
    const { searchTools, upstreams, clock } = setUp();
    upstreams.setStatus('mail', { state: 'connecting', toolsFrom: 'none' });
    const early = searchTools({ query: 'message' });
    await clock.advanceAsync(1000);
    upstreams.setStatus('mail', { state: 'ready', toolsFrom: 'live' });
    expect(await early).toMatchObject({ groups: [{ hits: [{ id: 'mcp__mail__send' }] }] });
    upstreams.setStatus('mail', { state: 'connecting', toolsFrom: 'none' });
    await clock.advanceAsync(500);
    expect(await searchTools({ query: 'message' })).toMatchObject({ connecting: ['mail'] });
    expect(clock.pending).toBe(0);
  });

  it('waits while nothing at all is known, and no longer than for the first tools', async () => {
    const { searchTools, upstreams, clock } = setUp();
    for (const name of ['github', 'mail'])
      upstreams.setStatus(name, { state: 'connecting', toolsFrom: 'none' });
    const report = searchTools({ query: 'message' });
    await clock.advanceAsync(2000);
    upstreams.setStatus('mail', { state: 'ready', toolsFrom: 'live' });
    expect(await report).toMatchObject({
      groups: [{ hits: [{ id: 'mcp__mail__send' }] }],
      connecting: ['github'],
    });
    expect(clock.pending).toBe(0);
  });

  it('stops waiting after 3 s', async () => {
    const { searchTools, upstreams, clock } = setUp();
    for (const name of ['github', 'mail'])
      upstreams.setStatus(name, { state: 'connecting', toolsFrom: 'none' });
    const report = searchTools({ query: 'message' });
    await clock.advanceAsync(3000);
    expect(await report).toMatchObject({
      groups: [{ hits: [] }],
      connecting: ['github', 'mail'],
    });
  });
});
