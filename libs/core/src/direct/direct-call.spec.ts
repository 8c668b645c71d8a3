import type { JsonObject, PolicyRule, ResultMode, Settings } from '@sluice/contracts';
import {
  fakeClock,
  fakeErrorResult,
  fakeResult,
  fakeUpstreams,
  inPlaceWorkbench,
  memoryLogger,
  memoryResultStore,
} from '@sluice/contracts/testing';
import type { FakeUpstreamTable } from '@sluice/contracts/testing';
import { compilePolicy } from '@sluice/policy';
import { describe, expect, it } from 'vitest';
import { createCatalogueView } from '../catalogue-view.js';
import { testConsents } from '../consent/testing/test-consents.js';
import { jobs } from '../jobs.js';
import { createGate } from '../nested-call.js';
import { createSession } from '../session.js';
import { createDirectCall } from './direct-call.js';
import type { DirectRequest } from './direct-call.js';
import { createResultModes } from './result-modes.js';

const results = {
  inlineMaxBytes: 100,
  previewMaxBytes: 60,
  readMaxBytes: 256,
  maxResultBytes: 10_000,
  maxStoreBytes: 100_000,
  ttlSeconds: 60,
};

function setUp(
  table: FakeUpstreamTable,
  rules: readonly PolicyRule[] = [{ match: '*', action: 'allow' }],
  mode: Readonly<Record<string, ResultMode>> = {},
) {
  const clock = fakeClock(1000);
  const upstreams = fakeUpstreams(table);
  const policy = compilePolicy(rules, 'ask');
  const view = createCatalogueView({ upstreams, policy });
  const { consents } = testConsents({ clock });
  const store = memoryResultStore(results, clock);
  const gate = createGate({
    view,
    policy,
    consents,
    upstreams,
    clock,
    logger: memoryLogger(),
    concurrencyOf: () => 16,
    store,
    maxValueBytes: results.maxResultBytes,
    rulesPlace: '/home/user/sluice.json',
  });
  const modes = createResultModes({ settings: { mode }, view });
  const settings = { results, sandbox: { timeoutSeconds: 60 } } as Settings;
  const direct = createDirectCall({
    settings,
    clock,
    store,
    workbench: inPlaceWorkbench(jobs),
    view,
    upstreams,
    policy,
    gate,
    consents,
    modes,
    newId: () => 'call 1',
    rulesPlace: '/home/user/sluice.json',
  });
  const session = createSession('s1');
  const { signal } = new AbortController();
  const call = (toolId: string, args: JsonObject = {}, more: Partial<DirectRequest> = {}) =>
    direct({ toolId, args, ...more }, { session, signal });
  return { upstreams, store, session, modes, direct, call, signal };
}

const large = 'x'.repeat(500);

describe('a direct call', () => {
  it('gives what the upstream sent, whole, where it is small', async () => {
    const sent = fakeResult({ n: 1 }, { _meta: { trace: 't' } });
    const { call, upstreams } = setUp({ a: { read: () => sent } });
    expect(await call('mcp__a__read', { id: 1 })).toEqual({ status: 'passed', result: sent });
    expect(upstreams.calls.map(({ args }) => args)).toEqual([{ id: 1 }]);
  });

  it('gives an error of the tool as the tool sent it', async () => {
    const sent = fakeErrorResult('no such row', { row: 7 });
    const { call } = setUp({ a: { read: () => sent } });
    expect(await call('mcp__a__read')).toEqual({ status: 'passed', result: sent });
  });

  it('keeps a large result under a reference to all of it, and hands its media on', async () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const sent = {
      ...fakeResult({ rows: [large] }),
      content: [{ type: 'text', text: 'see' }, image],
    };
    const { call, store } = setUp({ a: { read: () => sent } });
    const report = await call('mcp__a__read');
    if (report.status !== 'kept' || report.value.kind !== 'reference') throw new Error('inline');
    expect(report).toMatchObject({ isError: false, media: [image] });
    const { text } = await store.read('s1', report.value.stored.ref);
    expect(JSON.parse(text)).toEqual({ rows: [large] });
    expect(report.value.stored.source).toBe('mcp__a__read');
  });

  it('keeps a long text beside a short structure with it', async () => {
    const sent = {
      ...fakeResult({ count: 1 }),
      content: [{ type: 'text', text: large }],
      sizeBytes: 600,
    };
    const { call, store } = setUp({ a: { read: () => sent } });
    const report = await call('mcp__a__read');
    if (report.status !== 'kept' || report.value.kind !== 'reference') throw new Error('inline');
    const { text } = await store.read('s1', report.value.stored.ref);
    expect(JSON.parse(text)).toEqual({ text: large, structuredContent: { count: 1 } });
  });

  it('keeps a large error, and says that it is one', async () => {
    const { call } = setUp({ a: { read: () => fakeErrorResult(large) } });
    expect(await call('mcp__a__read')).toMatchObject({ status: 'kept', isError: true });
  });

  it('follows the mode of the tool, of its server, of the session first', async () => {
    const mode = { a: 'always', 'a:big': 'never' } as const;
    const table = { a: { big: () => large, small: () => 1, fails: () => fakeErrorResult('no') } };
    const { call, modes, session } = setUp(table, undefined, mode);
    const status = async (tool: string) => (await call(`mcp__a__${tool}`)).status;
    expect(await status('big')).toBe('passed');
    expect(await status('small')).toBe('kept');
    expect(await status('fails')).toBe('passed');
    modes.set(session, 'a', 'auto');
    modes.set(session, 'a:big', 'auto');
    expect(await status('big')).toBe('kept');
    expect(await status('small')).toBe('passed');
  });

  it('tells of a result beyond results.maxResultBytes and gives none of it', async () => {
    const sent = { ...fakeResult(large), sizeBytes: 10_001 };
    const { call } = setUp({ a: { read: () => sent } });
    expect(await call('mcp__a__read')).toMatchObject({
      status: 'failed',
      error: {
        code: 'RESULT_TOO_LARGE',
        message:
          'The result of "mcp__a__read" has 10001 bytes; results.maxResultBytes allows 10000',
      },
    });
  });

  it('counts what it moved, and what went into the context instead', async () => {
    const { call, session } = setUp({ a: { big: () => large, small: () => 'x' } });
    await call('mcp__a__small');
    const small = session.meter.totals();
    expect(small.directBytes).toBe(small.contextBytes);
    await call('mcp__a__big');
    const { calls, directBytes, contextBytes } = session.meter.totals();
    expect(calls).toBe(2);
    expect(directBytes - small.directBytes).toBeGreaterThan(500);
    expect(contextBytes - small.contextBytes).toBeLessThan(150);
  });

  it('tells of an unknown tool as the gate does', async () => {
    const { call } = setUp({ a: { read: () => 1 } });
    expect(await call('mcp__a__raed')).toMatchObject({
      status: 'failed',
      error: { code: 'TOOL_UNKNOWN' },
    });
  });

  it('hands on the progress that the upstream reports', async () => {
    const { direct, session, signal } = setUp({
      a: {
        read: (_, { onProgress }) => {
          onProgress?.({ progress: 1, total: 2, message: 'half' });
          return 1;
        },
      },
    });
    const seen: object[] = [];
    const context = { session, signal, onProgress: (one: object) => void seen.push(one) };
    await direct({ toolId: 'mcp__a__read', args: {} }, context);
    expect(seen).toEqual([{ done: 1, total: 2, message: 'half' }]);
  });
});

describe('a direct call under the rules', () => {
  it('is not made where a rule denies it, and the rule is named', async () => {
    const { call, upstreams } = setUp({ a: { read: () => 1 } }, [
      { match: 'mcp__a__*', action: 'deny' },
    ]);
    expect(await call('mcp__a__read')).toEqual({
      status: 'denied',
      code: 'POLICY_DENIED',
      message:
        'Cannot call "mcp__a__read": it is denied by policy[0] {"match":"mcp__a__*","action":"deny"}',
      hint: 'Go on without this tool; only the user can change the rule.',
    });
    expect(upstreams.calls).toEqual([]);
  });

  it('is asked about as the program that it amounts to; yes is for these arguments alone', async () => {
    const { call, upstreams } = setUp({ a: { send: () => 'sent' } }, []);
    const asks = await call('mcp__a__send', { to: 'ann' });
    if (asks.status !== 'asks') throw new Error('not asked');
    expect(asks.question.program).toBe('return await call("mcp__a__send", {"to":"ann"});');
    expect(asks.question.tools).toMatchObject([{ id: 'mcp__a__send', args: [{ to: 'ann' }] }]);
    expect(asks.reason).toEqual({
      code: 'POLICY_NEEDS_APPROVAL',
      message:
        'Cannot call "mcp__a__send": it needs the user\'s approval: no rule matches; policyDefault is ask',
      hint: 'Only the user can allow it, by adding to the end of "policy" in /home/user/sluice.json: {"match":"mcp__a__send","action":"allow"}',
    });
    expect(upstreams.calls).toEqual([]);

    const answer = {
      digest: asks.question.digest,
      answer: { decision: 'allow', scope: 'once' },
      answeredIn: 'client',
    } as const;
    expect(await call('mcp__a__send', { to: 'bob' }, { answer })).toMatchObject({ status: 'asks' });
    expect(await call('mcp__a__send', { to: 'ann' }, { answer })).toMatchObject({
      status: 'passed',
    });
    expect(await call('mcp__a__send', { to: 'ann' })).toMatchObject({ status: 'asks' });
    expect(upstreams.calls.map(({ args }) => args)).toEqual([{ to: 'ann' }]);
  });

  it('is not made where the person says no', async () => {
    const { call, upstreams } = setUp({ a: { send: () => 'sent' } }, []);
    const asks = await call('mcp__a__send');
    if (asks.status !== 'asks') throw new Error('not asked');
    const answer = { decision: 'refuse', reason: 'declined' } as const;
    const given = { digest: asks.question.digest, answer, answeredIn: 'client' } as const;
    expect(await call('mcp__a__send', {}, { answer: given })).toEqual({
      status: 'denied',
      code: 'POLICY_REFUSED',
      message: 'Cannot make the call: the user was asked and refused it',
      hint: 'Do not send it again unchanged: ask the user what they want instead.',
    });
    expect(upstreams.calls).toEqual([]);
  });
});

describe('result modes', () => {
  it('are refused for servers and tools that there are not', () => {
    const { modes, session } = setUp({ a: { read: () => 1 } });
    expect(() => modes.set(session, 'b', 'never')).toThrow(
      'Cannot set the mode of "b": there is no such server',
    );
    expect(() => modes.set(session, 'a:wirte', 'never')).toThrow(
      'Cannot set the mode of "a:wirte": the server "a" has no tool "wirte"',
    );
  });

  it('are listed with who set them, and end with their session', () => {
    const { modes, session } = setUp({ a: { read: () => 1 } }, undefined, { a: 'never' });
    modes.set(session, 'a:read', 'always');
    expect(modes.list(session)).toEqual([
      { target: 'a', mode: 'never', from: 'configuration' },
      { target: 'a:read', mode: 'always', from: 'session' },
    ]);
    expect(modes.list(session, 'a:read')).toHaveLength(1);
    const other = createSession('s2');
    expect(modes.modeOf(other, { server: 'a', name: 'read' })).toBe('never');
  });
});
