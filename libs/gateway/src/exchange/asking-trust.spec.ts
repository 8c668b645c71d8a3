import type { ServerConsent, ServerDefinition } from '@sluice/contracts';
import {
  fakeClock,
  fakeUpstreams,
  memoryConsentStore,
  memoryLogger,
} from '@sluice/contracts/testing';
import { createServerConsents, createSession } from '@sluice/core';
import type { AskOutcome } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import type { AskingTurn, ToolQuestions } from '../tools/tool-outcome.js';
import { createTrustDesk } from '../trust-desk.js';
import { createAskingTrust } from './asking-trust.js';

function server(name: string, bound = 'b', origin: ServerConsent['origin'] = 'project') {
  const shown = { command: ['npx', name], env: [], headers: [], variables: [], files: [] };
  return {
    name,
    file: '/p/sluice.json',
    enabled: true,
    transport: { kind: 'stdio', command: 'npx', args: [name], env: {}, inheritEnv: [] },
    written: name,
    shown: name,
    connectTimeoutMs: 30_000,
    concurrency: 16,
    trusted: false,
    consent: { origin, bound, shown },
  } as const satisfies ServerDefinition;
}

async function setUp(...servers: readonly ServerDefinition[]) {
  const clock = fakeClock(1000);
  const store = memoryConsentStore(clock);
  const configured: (readonly ServerDefinition[])[] = [];
  let ids = 0;
  const newId = () => String((ids += 1));
  const consents = createServerConsents({
    store,
    clock,
    hash: (text) => `digest of ${text}`,
    newQuestionId: () => `q_${newId()}`,
    gatewayId: 'g',
    workspace: '/p',
  });
  const trust = createTrustDesk({
    consents,
    store,
    upstreams: { configure: (now) => void configured.push(now) },
    clock,
    logger: memoryLogger(),
  });
  await trust.configure(servers, 'test');
  const upstreams = fakeUpstreams({});
  const asking = createAskingTrust({ trust, upstreams, clock, newId, timeoutMs: 300_000 });
  const session = createSession('s1', { isLocal: true });
  const { signal } = new AbortController();
  /** One turn of a call: what it brings is taken, then it asks. */
  const turn = async (
    more: AskingTurn | undefined = { replies: {} },
    { by = session, names }: { by?: typeof session; names?: readonly string[] } = {},
  ) => {
    const context = { session: by, signal, ...(more && { turn: more }) };
    return (await asking.resume(context)) ?? asking.ask(context, names);
  };
  const started = () =>
    (configured.at(-1) ?? []).filter(({ consent }) => !consent).map(({ name }) => name);
  return { clock, store, trust, asking, session, turn, started };
}

const say = (decision: string): AskOutcome => ({ kind: 'accept', content: { decision } });
const reply = (asked: ToolQuestions | undefined, decision: string): AskingTurn => ({
  resume: asked?.resume ?? '',
  replies: { servers: say(decision) },
});

describe('the first call that needs servers of files nobody vouches for', () => {
  it('shows exactly what would be started, and nothing has been', async () => {
    const { turn, started } = await setUp(server('a'));
    const asked = await turn();
    expect(asked?.forms['servers']?.message).toBe(
      [
        'May Sluice start this server?',
        '',
        '1. "a", from /p/sluice.json, which came with the folder',
        '   command line: "npx" "a"',
        '',
        'What is started runs on this machine with your rights, outside of the sandbox.',
        'Nothing of it has been started yet. Calls of its tools are held to your rules all the same.',
      ].join('\n'),
    );
    expect(asked?.forms['servers']?.schema.properties).toMatchObject({
      decision: { enum: ['session', 'always', 'refuse'] },
    });
    expect(started()).toEqual([]);
  });

  it('starts them by the yes, once, and asks no more', async () => {
    const { turn, started } = await setUp(server('a'), server('b'));
    const asked = await turn();
    expect(await turn(reply(asked, 'session'))).toBeUndefined();
    expect(started()).toEqual(['a', 'b']);
    expect(await turn()).toBeUndefined();
  });

  it('asks about each by itself where the person wants that', async () => {
    const { turn, started } = await setUp(server('a'), server('b'));
    const each = await turn(reply(await turn(), 'each'));
    expect(Object.keys(each?.forms ?? {})).toEqual(['servers', 'servers2']);
    const replies = { servers: say('refuse'), servers2: say('always') };
    expect(await turn({ resume: each?.resume ?? '', replies })).toBeUndefined();
    expect(started()).toEqual(['b']);
  });

  it.each<[string, AskOutcome]>([
    ['refuses', say('refuse')],
    ['declines', { kind: 'decline' }],
    ['closes the form', { kind: 'cancel' }],
    ['answers what was not offered', say('once')],
    ['answers "each" for one', say('each')],
    ['answers more than was asked', { kind: 'accept', content: { decision: 'always', x: 1 } }],
    ['answers nothing', { kind: 'accept', content: null }],
  ])('starts nothing when the person %s, and the call goes on', async (_, outcome) => {
    const { turn, started, trust } = await setUp(server('a'));
    const asked = await turn();
    const replies = { servers: outcome };
    expect(await turn({ resume: asked?.resume ?? '', replies })).toBeUndefined();
    expect(await turn()).toBeUndefined();
    expect(started()).toEqual([]);
    expect(trust.waiting()).toHaveLength(1);
  });

  it('counts an answer once, in time, and for the session that was asked', async () => {
    const { clock, turn, started } = await setUp(server('a'));
    const asked = await turn();
    const other = createSession('s2', { isLocal: true });
    await turn(reply(asked, 'always'), { by: other });
    expect(started()).toEqual([]);
    clock.advance(300_001);
    await turn(reply(asked, 'always'));
    await turn(reply(asked, 'always'));
    expect(started()).toEqual([]);
  });

  it('asks nobody at a client elsewhere, and nobody where no form can be shown', async () => {
    const { turn } = await setUp(server('a'));
    expect(await turn({ replies: {} }, { by: createSession('s2') })).toBeUndefined();
    const { asking, session } = await setUp(server('a'));
    const { signal } = new AbortController();
    expect(asking.ask({ session, signal })).toBeUndefined();
  });

  it('asks about the others where one is too long for a question', async () => {
    const { turn } = await setUp(server('x'.repeat(20_000)), server('b'), server('c'));
    const asked = await turn();
    expect(asked?.forms['servers']?.message).toContain('these 2 servers');
  });

  it('asks about the named ones alone, again after a closed form, not in the same turn', async () => {
    const { turn } = await setUp(server('a'), server('b'));
    const names = ['b'];
    const asked = await turn(undefined, { names });
    expect(asked?.forms['servers']?.message).not.toContain('"a"');
    const closed = {
      resume: asked?.resume ?? '',
      replies: { servers: { kind: 'cancel' } },
    } as const;
    expect(await turn(closed, { names })).toBeUndefined();
    expect(await turn(undefined, { names })).toBeDefined();
  });
});

describe('an answer given elsewhere', () => {
  it('starts the server within two seconds, also a yes that was kept without a question', async () => {
    const { clock, store, trust, started } = await setUp(server('a'), server('b'));
    trust.publish();
    await trust.refresh();
    const questions = await store.pending();
    expect(questions.map(({ servers }) => servers?.map(({ name }) => name))).toEqual([
      ['a'],
      ['b'],
    ]);
    const [first, second] = questions;
    await store.answer(first?.id ?? '', { decision: 'allow', scope: 'session' }, 'terminal');
    await store.grantServers(
      (second?.servers ?? []).map((one) => ({ ...one, grantedAt: 1, answeredIn: 'terminal' })),
    );
    await clock.advanceAsync(2000);
    await trust.refresh();
    expect(started()).toEqual(['a', 'b']);
    await trust.close();
    expect(await store.pending()).toEqual([]);
  });

  it('stops it again where the yes is taken back', async () => {
    const { store, trust, turn, started } = await setUp(server('a'));
    await turn(reply(await turn(), 'always'));
    expect(started()).toEqual(['a']);
    const [approval] = await store.serverApprovals();
    await store.revoke(approval?.id ?? '');
    await trust.refresh();
    expect(started()).toEqual([]);
  });

  it('that says no leaves it waiting, and it is not shown again', async () => {
    const { store, trust, turn } = await setUp(server('a'));
    trust.publish();
    await trust.refresh();
    const [question] = await store.pending();
    await store.answer(question?.id ?? '', { decision: 'refuse', reason: 'declined' }, 'page');
    await trust.refresh();
    expect(await store.pending()).toEqual([]);
    expect(await turn()).toBeUndefined();
    expect(trust.waiting()).toHaveLength(1);
    await trust.close();
  });
});
