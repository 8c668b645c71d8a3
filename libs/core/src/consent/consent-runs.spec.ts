import type {
  Approval,
  ConsentAnswer,
  ConsentQuestion,
  Json,
  PolicyRule,
  ProgramCall,
  Settings,
} from '@sluice/contracts';
import { SluiceError } from '@sluice/contracts';
import {
  fakeClock,
  fakeRunner,
  fakeUpstreams,
  inPlaceWorkbench,
  memoryLogger,
  smallResultSettings,
  valueEnd,
} from '@sluice/contracts/testing';
import { compilePolicy } from '@sluice/policy';
import { describe, expect, it } from 'vitest';
import { jobs } from '../jobs.js';
import { createCatalogueView } from '../catalogue-view.js';
import { createGate } from '../nested-call.js';
import { createRunCode } from '../run-code.js';
import type { RunCodeRequest } from '../run-request.js';
import type { RunReport } from '../run-report.js';
import { createSession } from '../session.js';
import type { SessionOptions } from '../session.js';
import type { GivenAnswer } from './consents.js';
import { testConsents } from './testing/test-consents.js';

const servers = [
  { name: 'mail', written: 'npx -y @acme/mail', shown: 'npx -y @acme/mail' },
  { name: 'bank', written: 'npx -y @acme/bank', shown: 'npx -y @acme/bank' },
];
const sendMail = 'await tools.mail.send({ to: "ann@ours.example" })';
const ann = { to: 'ann@ours.example' };

/** Core with everything real but runner, upstreams and files; programs "run" as the calls they make. */
function setUp(
  options: {
    rules?: readonly PolicyRule[];
    calls?: readonly ProgramCall[];
    /** Happens in the run, before its calls. */
    meanwhile?: (upstreams: ReturnType<typeof fakeUpstreams>) => void;
    workspace?: string;
  } = {},
) {
  const clock = fakeClock(1000);
  const logger = memoryLogger();
  const upstreams = fakeUpstreams({
    mail: { send: { title: 'Send', run: () => 'sent' }, delete: () => 'deleted' },
    bank: { pay: () => 'paid' },
  });
  const policy = compilePolicy(options.rules ?? [], 'ask');
  const view = createCatalogueView({ upstreams, policy });
  const { workspace = '/project' } = options;
  const { consents, store } = testConsents({ clock, servers, workspace });
  const replies: unknown[] = [];
  const runner = fakeRunner(async (host, _request, signal) => {
    options.meanwhile?.(upstreams);
    for (const call of options.calls ?? [{ toolId: 'mcp__mail__send', args: ann }]) {
      const reply = await host.call(call, signal);
      replies.push(reply.ok ? reply.value : `${reply.error.code}: ${reply.error.message}`);
    }
    return valueEnd(null);
  });
  const rulesPlace = '/home/user/sluice.json';
  const common = { view, policy, consents, upstreams, clock, logger, rulesPlace };
  const gate = createGate({
    ...common,
    store: {} as never,
    concurrencyOf: () => 16,
    maxValueBytes: 100_000,
  });
  const settings = {
    servers: [],
    sandbox: {
      timeoutSeconds: 120,
      maxProgramBytes: 10_000,
      maxParallelCalls: 4,
      maxLogBytes: 1000,
    },
    results: { ...smallResultSettings, maxResultBytes: 100_000 },
    consent: { timeoutSeconds: 300 },
    check: 'enforce',
  } as unknown as Settings;
  const runCode = createRunCode({
    ...common,
    gate,
    runner,
    settings,
    workbench: inPlaceWorkbench(jobs),
    newId: () => 'run_1',
    search: () => Promise.resolve(''),
    store: {} as never,
    files: {} as never,
  });
  const session = createSession('s1');
  const run = (code: string, more: Partial<RunCodeRequest> = {}, by = session) =>
    runCode({ code, ...more }, { session: by, signal: new AbortController().signal });
  const ask = async (code: string) => questionOf(await run(code));
  const sent = () => upstreams.calls.map(({ rawName, args }) => [rawName, args]);
  return { clock, upstreams, store, session, replies, run, ask, sent, runner };
}

function questionOf(report: RunReport): ConsentQuestion {
  if (report.status !== 'asks') throw new Error(`it asks nothing: ${JSON.stringify(report)}`);
  return report.question;
}

const yes = (
  { digest }: Pick<ConsentQuestion, 'digest'>,
  scope: Extract<ConsentAnswer, { decision: 'allow' }>['scope'] = 'once',
): { answer: GivenAnswer } => ({
  answer: { digest, answer: { decision: 'allow', scope }, answeredIn: 'client' },
});
const needsApproval =
  'POLICY_NEEDS_APPROVAL: Cannot call "mcp__mail__send": it needs the user\'s approval: no rule matches; policyDefault is ask';
const hasChanged =
  'POLICY_NEEDS_APPROVAL: Cannot call "mcp__mail__send": it has changed since the user approved it, and needs approval again';

describe('a program that needs approval', () => {
  it('asks one question about all its tools, and nothing has run', async () => {
    const { ask, sent, runner } = setUp();
    const code = `${sendMail}; await tools.mail.send(data); await tools.bank.pay({}); await tools.bank.pay({ n: 1 }); return await call(data.id)`;
    const { tools, program, hasDynamic } = await ask(code);
    expect(tools.map(({ id, args, effect }) => [id, args, effect])).toEqual([
      ['mcp__mail__send', undefined, 'destroys'],
      ['mcp__bank__pay', [{}, { n: 1 }], 'destroys'],
    ]);
    expect(tools[0]).toMatchObject({
      title: 'Send',
      definition: {
        upstream: 'npx -y @acme/mail',
        tool: expect.stringContaining('"title":"Send"'),
      },
    });
    expect([program, hasDynamic]).toEqual([code, true]);
    expect(sent()).toEqual([]);
    expect(runner.requests).toEqual([]);
  });

  it('starts with the same text and a yes, and that run only', async () => {
    const { ask, run, sent } = setUp();
    const question = await ask(sendMail);
    expect((await run(sendMail, yes(question))).status).toBe('completed');
    expect(sent()).toEqual([['send', ann]]);
    expect((await run(sendMail)).status).toBe('asks');
  });

  it.each([
    ['declined', 'the user was asked and refused it'],
    ['cancelled', 'the user was asked and closed the question without an answer'],
    ['timeout', 'the user was asked and nobody answered in time'],
    ['invalid', 'the user was asked, and the client answered with something that was not offered'],
  ] as const)('is refused when the answer is %s', async (reason, said) => {
    const { ask, run, sent } = setUp();
    const { digest } = await ask(sendMail);
    const answer = { decision: 'refuse', reason } as const;
    expect(await run(sendMail, { answer: { digest, answer, answeredIn: 'client' } })).toMatchObject(
      {
        status: 'refused',
        code: 'POLICY_REFUSED',
        message: `Cannot start the program: ${said}`,
        hint: expect.stringMatching(/^Do not send it again unchanged/),
      },
    );
    expect(sent()).toEqual([]);
  });

  it('starts by an answer given elsewhere, once', async () => {
    const { ask, run, store, sent } = setUp();
    const question = await ask(sendMail);
    await store.publish(question);
    await store.answer(question.id, { decision: 'allow', scope: 'once' }, 'terminal');
    expect((await run(sendMail)).status).toBe('completed');
    expect((await run(sendMail)).status).toBe('asks');
    expect(sent()).toHaveLength(1);
  });

  it('is asked about again where one letter, one argument or one tool is another', async () => {
    const { ask, run, sent } = setUp();
    const question = await ask(sendMail);
    for (const other of [
      `${sendMail};`,
      'await tools.mail.send({ to: "eve@evil.example" })',
      'await tools.mail.delete({ to: "ann@ours.example" })',
      `${sendMail}; await tools.bank.pay({})`,
    ])
      expect((await run(other, yes(question, 'always'))).status).toBe('asks');
    expect(sent()).toEqual([]);
  });

  it('keeps two questions apart: neither answer starts the other program, nor another session', async () => {
    const { ask, run, store, sent } = setUp();
    const pay = 'await tools.bank.pay({})';
    const [first, second] = [await ask(sendMail), await ask(pay)];
    expect(first.digest).not.toBe(second.digest);
    expect((await run(sendMail, yes(second))).status).toBe('asks');
    expect((await run(pay, yes(first))).status).toBe('asks');
    await store.publish(first);
    await store.answer(first.id, { decision: 'allow', scope: 'once' }, 'page');
    expect((await run(sendMail, {}, createSession('s2'))).status).toBe('asks');
    expect(sent()).toEqual([]);
  });

  it('is not started while what people approved cannot be read', async () => {
    const { run, store, sent } = setUp();
    store.approvals = () =>
      Promise.reject(
        new SluiceError('CONSENT_UNREADABLE', 'Cannot read /x/a.json', { hint: 'Mend it.' }),
      );
    expect(await run(sendMail)).toMatchObject({
      status: 'refused',
      code: 'CONSENT_UNREADABLE',
      message: 'Cannot read /x/a.json',
      hint: 'Mend it.',
    });
    expect(sent()).toEqual([]);
  });
});

describe('the question', () => {
  it.each<[string, SessionOptions, boolean]>([
    ['a session of its own', {}, true],
    ['one that others share', { isShared: true }, false],
    ['one that ends with the run', { isBrief: true }, false],
  ])('offers %s the scope "session" where that means something', async (_, options, isOffered) => {
    const { run } = setUp();
    const { scopes } = questionOf(await run(sendMail, {}, createSession('s2', options)));
    expect(scopes.includes('session')).toBe(isOffered);
  });
});

describe('a yes for this run', () => {
  const approvedRun = async (options: Parameters<typeof setUp>[0], code = sendMail) => {
    const core = setUp(options);
    const report = await core.run(code, yes(await core.ask(code)));
    expect(report.status).toBe('completed');
    return core;
  };
  const call = (args: Json, toolId = 'mcp__mail__send') => ({ toolId, args });

  it('covers the literal arguments that were shown, in any order of their keys', async () => {
    const { replies } = await approvedRun(
      {
        calls: [
          call({ b: [1, { d: 2, c: 3 }], a: null }),
          call({ a: null, b: [1, { c: 3, d: 2 }] }),
        ],
      },
      'await tools.mail.send({ a: null, b: [1, { c: 3, d: 2 }] })',
    );
    expect(replies).toEqual(['sent', 'sent']);
  });

  it.each<[string, Json]>([
    ['others', { to: 'eve@evil.example' }],
    ['more', { ...ann, bcc: 'eve@evil.example' }],
    ['fewer', {}],
    ['another type', { to: ['ann@ours.example'] }],
    ['another case of a key', { TO: 'ann@ours.example' }],
    ['an own __proto__', JSON.parse('{"to":"ann@ours.example","__proto__":{"to":"eve"}}') as Json],
    ['an inherited value', Object.create({ to: 'ann@ours.example' }) as Json],
    [
      'a constructor',
      JSON.parse('{"to":"ann@ours.example","constructor":{"prototype":{}}}') as Json,
    ],
  ])('covers no arguments that were not shown: %s', async (_, args) => {
    const { replies, sent } = await approvedRun({ calls: [call(args)] });
    expect(replies).toEqual([needsApproval]);
    expect(sent()).toEqual([]);
  });

  it('covers any arguments only where the question said so', async () => {
    const code = 'await tools.mail.send(data)';
    const { replies, sent } = await approvedRun({ calls: [call({ x: 1 }), call({ y: 2 })] }, code);
    expect(replies).toEqual(['sent', 'sent']);
    expect(sent()).toHaveLength(2);
  });

  it('covers no tool that was not shown, by whatever name it is called', async () => {
    const ids = [
      'mcp__mail__delete',
      'mcp__bank__pay',
      'MCP__MAIL__SEND',
      ' mcp__mail__send',
      '__proto__',
    ];
    const { replies, sent } = await approvedRun({ calls: ids.map((id) => call(ann, id)) });
    for (const reply of replies) expect(reply).toMatch(/^(?:POLICY_NEEDS_APPROVAL|TOOL_UNKNOWN): /);
    expect(sent()).toEqual([]);
  });

  it('covers no tool that has changed since the question, and says so', async () => {
    const { replies, sent } = await approvedRun({
      meanwhile: (upstreams) =>
        upstreams.setTools('mail', { send: { title: 'Send to all', run: () => 'sent' } }),
    });
    expect(replies).toEqual([hasChanged]);
    expect(sent()).toEqual([]);
  });

  it('does not outrule a deny', async () => {
    const { run, sent } = setUp({ rules: [{ match: '*send', action: 'deny' }] });
    const report = await run(sendMail, yes({ digest: 'any' }));
    expect(report).toMatchObject({ status: 'refused', code: 'POLICY_DENIED' });
    expect(sent()).toEqual([]);
  });
});

describe('a yes for longer', () => {
  const later =
    'const to = data; await tools.mail.send({ to }); await call("mcp__" + "mail__send", {})';

  it('for the session covers the tool in any program of that session, by any name, and no other session', async () => {
    const { ask, run, replies, store } = setUp({
      calls: [
        { toolId: 'mcp__mail__send', args: { any: 1 } },
        { toolId: 'mcp__mail__delete', args: {} },
      ],
    });
    await run(sendMail, yes(await ask(sendMail), 'session'));
    replies.length = 0;
    expect((await run(later)).status).toBe('completed');
    expect(replies).toEqual(['sent', expect.stringMatching(/^POLICY_NEEDS_APPROVAL/)]);
    expect((await run(later, {}, createSession('s2'))).status).toBe('asks');
    expect(await store.approvals()).toEqual([]);
  });

  it.each([
    ['workspace', '/project', true],
    ['workspace', '/elsewhere', false],
    ['always', '/elsewhere', true],
  ] as const)('for %s is kept, and holds in %s: %s', async (scope, workspace, holds) => {
    const first = setUp();
    await first.run(sendMail, yes(await first.ask(sendMail), scope));
    const kept = await first.store.approvals();
    expect(kept).toEqual([
      {
        id: expect.any(String),
        toolId: 'mcp__mail__send',
        scope,
        ...(scope === 'workspace' ? { workspace: '/project' } : {}),
        definition: expect.objectContaining({ upstream: 'npx -y @acme/mail' }),
        grantedAt: 1000,
        answeredIn: 'client',
      } satisfies Approval,
    ]);
    const second = setUp({ workspace });
    await second.store.grant(kept);
    expect((await second.run(later)).status).toBe(holds ? 'completed' : 'asks');
  });

  it('is void when the tool or how its server is started changes, and the next question shows the change', async () => {
    const { ask, run, upstreams } = setUp();
    await run(sendMail, yes(await ask(sendMail), 'always'));
    upstreams.setTools('mail', { send: { title: 'Send to all', run: () => 'sent' } });
    const { tools } = await ask(sendMail);
    expect(tools[0]?.changes).toEqual(['title: "Send" became "Send to all"']);
  });

  it('is gone once it is revoked', async () => {
    const { ask, run, store } = setUp();
    await run(sendMail, yes(await ask(sendMail), 'always'));
    const [approval] = await store.approvals();
    await store.revoke(approval?.id ?? '');
    expect((await run(sendMail)).status).toBe('asks');
  });

  it('does not move to a tool of the same name of another server', async () => {
    const { ask, run, store, upstreams } = setUp();
    await run(sendMail, yes(await ask(sendMail), 'always'));
    upstreams.setTools('bank', { send: { title: 'Send', run: () => 'sent' } });
    expect((await run('await tools.bank.send({ to: "ann@ours.example" })')).status).toBe('asks');
    expect(await store.approvals()).toHaveLength(1);
  });
});
