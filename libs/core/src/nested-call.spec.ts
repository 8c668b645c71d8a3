import type { ProgramCall } from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import {
  fakeClock,
  fakeErrorResult,
  fakeResult,
  fakeUpstreams,
  memoryLogger,
  memoryResultStore,
  smallResultSettings,
} from '@sluice/contracts/testing';
import type { FakeUpstreamTable } from '@sluice/contracts/testing';
import { compilePolicy } from '@sluice/policy';
import type { PolicyRule } from '@sluice/contracts';
import { describe, expect, it } from 'vitest';
import { createCatalogueView } from './catalogue-view.js';
import type { JournalEntry } from './journal.js';
import { noApprovals } from './consent/once-approvals.js';
import { testConsents } from './consent/testing/test-consents.js';
import { createGate } from './nested-call.js';
import { createSemaphore } from './semaphore.js';
import { createSession } from './session.js';

const allowAll: readonly PolicyRule[] = [{ match: '*', action: 'allow' }];

function setUp(
  table: FakeUpstreamTable,
  options: {
    rules?: readonly PolicyRule[];
    concurrency?: number;
    parallel?: number;
    maxValueBytes?: number;
    endsAt?: number;
  } = {},
) {
  const clock = fakeClock(1000);
  const logger = memoryLogger();
  const upstreams = fakeUpstreams(table);
  const policy = compilePolicy(options.rules ?? allowAll, 'ask');
  const view = createCatalogueView({ upstreams, policy });
  const session = createSession('s1');
  const run = new AbortController();
  const states: string[] = [];
  const decisions: object[] = [];
  const learnt: unknown[] = [];
  const gate = createGate({
    view,
    policy,
    consents: testConsents({ clock }).consents,
    upstreams,
    store: memoryResultStore(smallResultSettings, clock),
    clock,
    logger,
    concurrencyOf: () => options.concurrency ?? 16,
    maxValueBytes: options.maxValueBytes ?? 1000,
    rulesPlace: '/home/user/sluice.json',
    history: { add: (past) => void decisions.push(past) },
    learnt: { learn: ({ id }, value) => void learnt.push([id, value]) },
  });
  const slots = createSemaphore(options.parallel ?? 32);
  const call = (toolId: string, args: ProgramCall['args'] = {}, more: Partial<ProgramCall> = {}) =>
    gate(
      { toolId, args, ...more },
      {
        session,
        once: noApprovals,
        runId: 'r1',
        signal: run.signal,
        endsAt: options.endsAt ?? 60_000,
        slots,
        record: ({ n, state }: JournalEntry) => states.push(`#${n} ${state}`),
      },
    );
  const states_ = () => session.journal.entries().map(({ state }) => state);
  return {
    clock,
    logger,
    upstreams,
    session,
    run,
    call,
    history: states,
    states: states_,
    decisions,
    learnt,
  };
}

const schema = {
  type: 'object',
  properties: { query: { type: 'string' } },
  required: ['query'],
};
const github: FakeUpstreamTable = {
  github: {
    search_issues: { inputSchema: schema, run: ({ query }) => ({ found: query ?? null }) },
    delete_issue: () => 'deleted',
  },
};
const signature = 'tools.github.search_issues(args: { query: string }): Promise<unknown>';

describe('createGate()', () => {
  it('sends an allowed call under its raw name, gives the value, and journals sizes and times', async () => {
    const { call, upstreams, session, clock } = setUp({
      github: {
        search: {
          rawName: 'gh_search',
          run: () => {
            clock.advance(40);
            return { hits: [1, 2] };
          },
        },
      },
    });
    clock.advance(5);
    expect(await call('mcp__github__search', { query: 'é' })).toEqual({
      ok: true,
      value: { hits: [1, 2] },
    });
    expect(upstreams.calls.map(({ server, rawName, args }) => [server, rawName, args])).toEqual([
      ['github', 'gh_search', { query: 'é' }],
    ]);
    expect(session.journal.entries()).toEqual([
      {
        n: 1,
        runId: 'r1',
        toolId: 'mcp__github__search',
        server: 'github',
        tool: 'search',
        state: 'done',
        argsBytes: 14,
        resultBytes: 14,
        startedAt: 1005,
        durationMs: 40,
      },
    ]);
  });

  it('learns from what programs see of results that came, and from nothing else', async () => {
    const { call, learnt } = setUp({
      a: { b: () => fakeResult(7, { extra: true }), bad: () => fakeErrorResult('no') },
    });
    await call('mcp__a__b', {}, { raw: true });
    await call('mcp__a__bad');
    expect(learnt).toEqual([['mcp__a__b', 7]]);
  });

  it('gives the whole result where raw is asked for', async () => {
    const { call } = setUp({ a: { b: () => fakeResult(7, { extra: true }) } });
    expect(await call('mcp__a__b', {}, { raw: true })).toEqual({
      ok: true,
      value: { content: [{ type: 'text', text: '7' }], structuredContent: 7, extra: true },
    });
  });

  it('sends an empty object where the program gave no arguments', async () => {
    const { call, upstreams } = setUp({ a: { b: () => 1 } });
    await call('mcp__a__b', null);
    expect(upstreams.calls[0]?.args).toEqual({});
  });

  it('refuses an unknown tool, with the nearest one and its signature', async () => {
    const { call, upstreams, states } = setUp(github);
    expect(await call('mcp__github__serch_issues', { query: 'x' })).toEqual({
      ok: false,
      error: {
        name: 'ToolError',
        code: 'TOOL_UNKNOWN',
        message:
          'Cannot call "mcp__github__serch_issues": the upstream "github" has no tool "serch_issues"',
        hint: `Did you mean ${signature}?`,
      },
    });
    expect(upstreams.calls).toEqual([]);
    expect(states()).toEqual(['refused']);
  });

  it.each([
    ['mcp__nosuch__zzzzzz', 'there is no such tool'],
    ['hello\nworld', 'there is no such tool'],
    ['', 'there is no such tool'],
  ])('refuses the id %j of no known upstream', async (id, reason) => {
    const { call } = setUp(github);
    const reply = await call(id);
    expect(reply).toMatchObject({ ok: false, error: { code: 'TOOL_UNKNOWN' } });
    const shown = id.split('\n').length > 1 ? 'hello…' : id;
    expect(reply.ok ? '' : reply.error.message).toBe(`Cannot call "${shown}": ${reason}`);
  });

  it('refuses a denied tool and names the rule', async () => {
    const rules = [{ match: 'mcp__*__delete_*', action: 'deny' } as const, ...allowAll];
    const { call, upstreams, session } = setUp(github, { rules });
    const message =
      'Cannot call "mcp__github__delete_issue": it is denied by policy[0] {"match":"mcp__*__delete_*","action":"deny"}';
    expect(await call('mcp__github__delete_issue')).toEqual({
      ok: false,
      error: {
        name: 'PolicyError',
        code: 'POLICY_DENIED',
        message,
        hint: 'Go on without this tool; only the user can change the rule.',
        server: 'github',
        tool: 'delete_issue',
      },
    });
    expect(upstreams.calls).toEqual([]);
    expect(session.journal.entries()).toMatchObject([
      { state: 'refused', tool: 'delete_issue', error: { code: 'POLICY_DENIED', message } },
    ]);
  });

  it('decides by the real arguments of each call', async () => {
    const rules: PolicyRule[] = [
      { match: '*search_issues', when: { 'args.query': 'is:open*' }, action: 'allow' },
      { match: '*search_issues', action: 'deny' },
    ];
    const { call, upstreams } = setUp(github, { rules });
    expect(await call('mcp__github__search_issues', { query: 'is:open bug' })).toMatchObject({
      ok: true,
    });
    for (const query of ['is:closed', 'IS:OPEN bug'])
      expect(await call('mcp__github__search_issues', { query })).toMatchObject({
        ok: false,
        error: { name: 'PolicyError', code: 'POLICY_DENIED' },
      });
    expect(upstreams.calls).toHaveLength(1);
  });

  it('believes the annotations of a trusted server only', async () => {
    const annotations = { readOnlyHint: true };
    const table: FakeUpstreamTable = { docs: { read: { annotations, run: () => 'text' } } };
    const { call, upstreams } = setUp(table, {
      rules: [{ match: '*', annotations, action: 'allow' }],
    });
    expect(await call('mcp__docs__read')).toMatchObject({
      ok: false,
      error: { code: 'POLICY_NEEDS_APPROVAL' },
    });
    upstreams.setStatus('docs', { trusted: true });
    expect(await call('mcp__docs__read')).toMatchObject({ ok: true });
  });

  it('refuses a tool that nobody allowed, and names the very rule to add and where', async () => {
    const { call, upstreams } = setUp(github, { rules: [] });
    expect(await call('mcp__github__delete_issue')).toEqual({
      ok: false,
      error: {
        name: 'PolicyError',
        code: 'POLICY_NEEDS_APPROVAL',
        message:
          'Cannot call "mcp__github__delete_issue": it needs the user\'s approval: no rule matches; policyDefault is ask',
        hint: 'Only the user can allow it, by adding to the end of "policy" in /home/user/sluice.json: {"match":"mcp__github__delete_issue","action":"allow"}',
        server: 'github',
        tool: 'delete_issue',
      },
    });
    expect(upstreams.calls).toEqual([]);
  });

  it('remembers what the policy said of each call, whatever became of it, and no arguments', async () => {
    const rules = [{ match: 'mcp__a__find', action: 'deny' }] as const;
    const { call, decisions } = setUp(
      { a: { find: { rawName: 'a_find', run: () => 1 }, get: () => 1 } },
      { rules },
    );
    await call('mcp__a__find', { query: 'canary' });
    await call('mcp__a__get', { query: 'canary' });
    await call('mcp__a__none', { query: 'canary' });
    expect(decisions).toEqual([
      {
        at: 1000,
        sessionId: 's1',
        toolId: 'mcp__a__find',
        rawId: 'mcp__a__a_find',
        action: 'deny',
        rule: 'policy[0] {"match":"mcp__a__find","action":"deny"}',
      },
      { at: 1000, sessionId: 's1', toolId: 'mcp__a__get', rawId: 'mcp__a__get', action: 'ask' },
    ]);
  });

  it('never names a denied tool as the nearest one', async () => {
    const rules = [{ match: '*search*', action: 'deny' } as const, ...allowAll];
    const { call } = setUp({ github: { search_issues: () => 1 } }, { rules });
    expect(await call('mcp__github__serch_issues')).toMatchObject({
      error: { code: 'TOOL_UNKNOWN', hint: 'Look for the right tool with search_tools.' },
    });
  });

  it.each([
    [[1], 'an array'],
    ['text', 'a string'],
    [7, 'a number'],
  ])('refuses the arguments %j', async (args, kind) => {
    const { call, upstreams } = setUp(github);
    expect(await call('mcp__github__search_issues', args)).toEqual({
      ok: false,
      error: {
        name: 'ToolError',
        code: 'TOOL_ARGUMENTS',
        message: `Cannot call "mcp__github__search_issues": its arguments must be one object, not ${kind}`,
        hint: `The tool is called as ${signature}`,
        server: 'github',
        tool: 'search_issues',
      },
    });
    expect(upstreams.calls).toEqual([]);
  });

  it('refuses arguments that do not fit the schema before anything is sent, and tells all that is wrong', async () => {
    const { call, upstreams, states } = setUp({
      github: {
        list: {
          inputSchema: {
            type: 'object',
            properties: {
              query: { type: 'string' },
              state: { enum: ['open', 'closed'] },
              limit: { type: 'integer' },
            },
            required: ['query'],
          },
          run: () => 'listed',
        },
      },
    });
    expect(await call('mcp__github__list', { qeury: 'x', state: 'opne', limit: '5' })).toEqual({
      ok: false,
      error: {
        name: 'ToolError',
        code: 'TOOL_ARGUMENTS',
        message:
          'Cannot call "mcp__github__list": args.query is missing: string (try "query" for "qeury"); args.state must be one of "open" | "closed", not another string (try "open"); args.limit must be integer, not a string (try 5)',
        hint: 'The tool is called as tools.github.list(args: { query: string; state?: "open" | "closed"; limit?: number }): Promise<unknown>',
        server: 'github',
        tool: 'list',
      },
    });
    expect(upstreams.calls).toEqual([]);
    expect(states()).toEqual(['refused']);
    expect(await call('mcp__github__list', { query: 'x', more: 1 })).toMatchObject({ ok: true });
  });

  it('sends what fits no schema where the configuration says that they are wrong', async () => {
    const schema = {
      type: 'object',
      required: ['query'],
      properties: { query: { type: 'string' } },
    };
    const { call, upstreams } = setUp({
      odd: { find: { inputSchema: schema, run: () => 'found' } },
    });
    expect(await call('mcp__odd__find', { q: 1 })).toMatchObject({ ok: false });
    upstreams.setStatus('odd', { checkArguments: false });
    expect(await call('mcp__odd__find', { q: 1 })).toMatchObject({ ok: true });
    // What is no object at all can be sent to no server.
    expect(await call('mcp__odd__find', [1])).toMatchObject({ ok: false });
  });

  it('tells twelve problems and counts the others', async () => {
    const { call } = setUp({
      a: {
        b: {
          inputSchema: { additionalProperties: { type: 'string' } },
          run: () => 1,
        },
      },
    });
    const args = Object.fromEntries(Array.from({ length: 15 }, (_, i) => [`p${i}`, null]));
    expect(await call('mcp__a__b', args)).toMatchObject({
      error: { message: expect.stringMatching(/; args\.p11 [^;]*; and 3 more$/) },
    });
  });

  it('refuses arguments that are too large or too deep, and never rejects', async () => {
    const { call, upstreams } = setUp(github);
    expect(await call('mcp__github__search_issues', { query: 'x'.repeat(1000) })).toMatchObject({
      error: {
        code: 'TOOL_ARGUMENTS',
        message:
          'Cannot call "mcp__github__search_issues": its arguments take 1012 bytes; results.maxResultBytes allows 1000',
      },
    });
    const deep = JSON.parse(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`) as { a: [] };
    expect(await call('mcp__github__search_issues', deep)).toMatchObject({
      error: {
        code: 'TOOL_ARGUMENTS',
        message: 'Cannot call "mcp__github__search_issues": its arguments are nested too deeply',
      },
    });
    expect(upstreams.calls).toEqual([]);
  });

  it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY])(
    'refuses opts.timeoutMs %j',
    async (timeoutMs) => {
      const { call, upstreams } = setUp(github);
      expect(await call('mcp__github__search_issues', { query: '' }, { timeoutMs })).toEqual({
        ok: false,
        error: {
          name: 'Error',
          code: 'USAGE',
          message: `Cannot call "mcp__github__search_issues": opts.timeoutMs must be a number of milliseconds above 0, not ${timeoutMs}`,
        },
      });
      expect(upstreams.calls).toEqual([]);
    },
  );

  it('gives a call the time it asks for, and never more than the run has left', async () => {
    const { call, upstreams, clock } = setUp(github, { endsAt: 10_000 });
    const args = { query: '' };
    await call('mcp__github__search_issues', args, { timeoutMs: 500 });
    await call('mcp__github__search_issues', args, { timeoutMs: 99_000 });
    clock.advance(4000);
    await call('mcp__github__search_issues', args);
    expect(upstreams.calls.map(({ timeoutMs }) => timeoutMs)).toEqual([500, 10_000, 6000]);
  });

  it('turns an isError result into a ToolError with text, content, structure and signature', async () => {
    const { call, session } = setUp({
      github: {
        search_issues: {
          inputSchema: schema,
          run: () => fakeErrorResult('query must not be empty', { field: 'query' }),
        },
      },
    });
    expect(await call('mcp__github__search_issues', { query: '' })).toEqual({
      ok: false,
      error: {
        name: 'ToolError',
        code: 'TOOL_FAILED',
        message: 'query must not be empty',
        hint: `The tool is called as ${signature}`,
        server: 'github',
        tool: 'search_issues',
        content: [{ type: 'text', text: 'query must not be empty' }],
        structured: { field: 'query' },
      },
    });
    expect(session.journal.entries()).toMatchObject([{ state: 'failed', resultBytes: 23 }]);
  });

  it('has a message where a failed tool has none, and bounds one that is endless', async () => {
    const { call } = setUp(
      {
        a: {
          mute: () => ({ ...fakeErrorResult(''), content: [] }),
          coded: () => ({ ...fakeErrorResult(''), structuredContent: { why: 'quota', id: 5n } }),
          long: () => fakeErrorResult('x'.repeat(20_000)),
        },
      },
      { maxValueBytes: 100_000 },
    );
    expect(await call('mcp__a__mute')).toMatchObject({
      error: { message: 'The tool "mcp__a__mute" failed and said nothing about it' },
    });
    expect(await call('mcp__a__coded')).toMatchObject({
      error: { message: '{"why":"quota","id":5}', structured: { why: 'quota', id: 5n } },
    });
    expect(await call('mcp__a__long')).toMatchObject({
      error: { message: expect.stringMatching(/^x{8000,8192}… \(cut: 20000 bytes in all\)$/) },
    });
  });

  it('refuses a result above the limit, loudly', async () => {
    const { call, session } = setUp({ a: { b: () => 'x'.repeat(999) } });
    expect(await call('mcp__a__b')).toEqual({
      ok: false,
      error: {
        name: 'ToolError',
        code: 'RESULT_TOO_LARGE',
        message: 'The result of "mcp__a__b" has 1001 bytes; results.maxResultBytes allows 1000',
        hint: 'Ask the tool for less (a filter, a page, fewer fields), or raise results.maxResultBytes.',
        server: 'a',
        tool: 'b',
      },
    });
    expect(session.journal.entries()).toMatchObject([{ state: 'failed', resultBytes: 1001 }]);
  });

  it('passes on what the upstream port says, with the tool it belongs to', async () => {
    const { call, states } = setUp({
      a: {
        b: () => {
          throw new SluiceError('CALL_TIMEOUT', 'The call took more than 5 ms', {
            hint: 'Ask for less.',
          });
        },
      },
    });
    expect(await call('mcp__a__b')).toEqual({
      ok: false,
      error: {
        name: 'ToolError',
        code: 'CALL_TIMEOUT',
        message: 'The call took more than 5 ms',
        hint: 'Ask for less.',
        server: 'a',
        tool: 'b',
      },
    });
    expect(states()).toEqual(['failed']);
  });

  it('adds the signature where the upstream refuses the arguments', async () => {
    const { call } = setUp({
      github: {
        search_issues: {
          inputSchema: schema,
          run: () => {
            throw new SluiceError('TOOL_ARGUMENTS', 'query: nothing is called so');
          },
        },
      },
    });
    expect(await call('mcp__github__search_issues', { query: 'x' })).toMatchObject({
      error: {
        code: 'TOOL_ARGUMENTS',
        message: 'query: nothing is called so',
        hint: `The tool is called as ${signature}`,
      },
    });
  });

  it('keeps the inside of an unexpected failure out of the program and in the log', async () => {
    const { call, logger } = setUp({
      a: {
        b: () => {
          throw new Error('password=hunter2');
        },
      },
    });
    expect(await call('mcp__a__b')).toEqual({
      ok: false,
      error: {
        name: 'Error',
        code: 'INTERNAL',
        message: 'Cannot call "mcp__a__b": something failed inside Sluice',
        hint: 'The log of Sluice has the reason.',
      },
    });
    expect(JSON.stringify(logger.lines)).not.toContain('hunter2');
    expect(logger.lines).toMatchObject([
      {
        level: 'error',
        message: 'A nested call failed inside Sluice',
        fields: { toolId: 'mcp__a__b' },
      },
    ]);
  });

  it('lets calls overlap up to the limits of run and upstream, in the order they were made', async () => {
    for (const limits of [{ parallel: 3 }, { concurrency: 3 }]) {
      let running = 0;
      let most = 0;
      const { call, upstreams } = setUp(
        {
          a: {
            work: async ({ i }) => {
              running += 1;
              most = Math.max(most, running);
              await new Promise((resolve) => setImmediate(resolve));
              running -= 1;
              return i ?? null;
            },
          },
        },
        limits,
      );
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, i) => call('mcp__a__work', { i })),
      );
      expect(replies).toEqual(Array.from({ length: 20 }, (_, i) => ({ ok: true, value: i })));
      expect(upstreams.calls.map(({ args }) => args)).toEqual(
        Array.from({ length: 20 }, (_, i) => ({ i })),
      );
      expect(most).toBe(3);
    }
  });

  it('sends nothing after the run has ended, cancels what is in flight, and journals both', async () => {
    const { call, upstreams, run, states, session } = setUp(
      { a: { hang: () => new Promise(() => undefined) } },
      { parallel: 2 },
    );
    const pending = [1, 2, 3, 4].map((i) => call('mcp__a__hang', { i }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(states()).toEqual(['running', 'running', 'queued', 'queued']);
    run.abort();
    expect(states()).toEqual(['cancelled', 'cancelled', 'unsent', 'unsent']);
    expect(upstreams.calls.every(({ signal }) => signal.aborted)).toBe(true);
    const ended = {
      ok: false,
      error: { name: 'ToolError', code: 'CALL_CANCELLED', message: 'The run ended' },
    };
    expect(await Promise.all(pending)).toEqual([ended, ended, ended, ended]);
    expect(await call('mcp__a__hang')).toEqual(ended);
    expect(upstreams.calls).toHaveLength(2);
    expect(session.journal.entries().map(({ n, state }) => [n, state])).toEqual([
      [1, 'cancelled'],
      [2, 'cancelled'],
      [3, 'unsent'],
      [4, 'unsent'],
      [5, 'unsent'],
    ]);
  });

  it('puts one listener on the signal of the run, however many calls are under way', async () => {
    const { call, run, upstreams } = setUp({ a: { b: () => 1 } });
    let listeners = 0;
    run.signal.addEventListener = () => void (listeners += 1);
    await Promise.all(Array.from({ length: 30 }, () => call('mcp__a__b')));
    expect(upstreams.calls).toHaveLength(30);
    expect(listeners).toBe(1);
  });

  it('waits for an upstream that is still connecting, and then calls', async () => {
    const { call, upstreams } = setUp({ slow: { echo: ({ value }) => value ?? null } });
    upstreams.setStatus('slow', { state: 'connecting', toolsFrom: 'none' });
    const reply = call('mcp__slow__echo', { value: 7 });
    await new Promise((resolve) => setImmediate(resolve));
    upstreams.setStatus('slow', { state: 'ready', toolsFrom: 'live' });
    expect(await reply).toEqual({ ok: true, value: 7 });
  });

  it('says why where an upstream does not come up, and gives up after 30 s', async () => {
    const { call, upstreams, clock } = setUp({ slow: { echo: () => 1 } });
    upstreams.setStatus('slow', { state: 'connecting', toolsFrom: 'none' });
    const late = call('mcp__slow__echo');
    await clock.advanceAsync(30_000);
    expect(await late).toMatchObject({
      error: {
        code: 'UPSTREAM_START',
        message: 'Cannot call "mcp__slow__echo": the upstream "slow" is still connecting',
        hint: 'Try again in a moment.',
      },
    });
    upstreams.setStatus('slow', {
      state: 'failed',
      error: {
        code: 'UPSTREAM_CLOSED',
        message: 'it exited with code 3',
        hint: 'Look at its log.',
      },
    });
    expect(await call('mcp__slow__echo')).toMatchObject({
      error: {
        code: 'UPSTREAM_CLOSED',
        message:
          'Cannot call "mcp__slow__echo": the upstream "slow" is down: it exited with code 3',
        hint: 'Look at its log.',
      },
    });
    expect(clock.pending).toBe(0);
  });
});
