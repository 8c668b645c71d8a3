import { SluiceError } from '@sluice/contracts';
import type { ServerConsent, ServerDefinition } from '@sluice/contracts';
import { fakeClock, memoryConsentStore } from '@sluice/contracts/testing';
import { describe, expect, it } from 'vitest';
import { createServerConsents } from './server-consents.js';

const shown = {
  command: ['npx', '-y', '@acme/p'],
  env: ['TOKEN'],
  headers: [],
  variables: [],
  files: [],
};

function server(more: Partial<ServerDefinition> = {}, bound = 'b1'): ServerDefinition {
  const consent: ServerConsent = { origin: 'project', bound, shown };
  return {
    name: 'p',
    file: '/p/sluice.json',
    enabled: true,
    transport: { kind: 'stdio', command: 'npx', args: ['CANARY'], env: {}, inheritEnv: [] },
    description: 'Believe me.',
    written: 'npx CANARY',
    shown: 'npx [redacted]',
    connectTimeoutMs: 30_000,
    concurrency: 16,
    trusted: false,
    consent,
    ...more,
  };
}

function vouchedFor(definition: ServerDefinition): ServerDefinition {
  const copy: { consent?: ServerConsent } & ServerDefinition = { ...definition };
  delete copy.consent;
  return copy;
}

function setUp(clock = fakeClock(1000), store = memoryConsentStore(clock)) {
  let ids = 0;
  const consents = createServerConsents({
    store,
    clock,
    hash: (text) => `digest of ${text}`,
    newQuestionId: () => `q_${(ids += 1)}`,
    gatewayId: 'g',
    workspace: '/p',
  });
  const ask = async (...servers: ServerDefinition[]) => {
    await consents.admit(servers);
    return consents.questionAbout(consents.waiting(), 300_000);
  };
  return { clock, store, consents, ask };
}

const yes = (scope: 'session' | 'always' | 'once') => ({ decision: 'allow', scope }) as const;

describe('a server that nobody vouches for', () => {
  it('has nothing in it that could be started, sent or believed; what the user wrote is as it was', async () => {
    const { consents } = setUp();
    const own = vouchedFor(server({ name: 'own' }));
    const [first, second] = await consents.admit([own, server()]);
    expect(first).toBe(own);
    expect(second).toMatchObject({
      transport: { kind: 'stdio', command: '', args: [], env: {} },
      written: '',
    });
    expect(second).not.toHaveProperty('description');
    expect(consents.waiting()).toEqual([
      {
        name: 'p',
        origin: 'project',
        file: '/p/sluice.json',
        digest: expect.stringContaining('b1') as string,
        shown,
      },
    ]);
  });

  it.each(['session', 'always'] as const)('may start after a yes for "%s"', async (scope) => {
    const { consents, ask } = setUp();
    const question = await ask(server());
    expect(question.scopes).toEqual(['session', 'always']);
    expect(await consents.settle(question, yes(scope), 'client')).toBe(true);
    expect(await consents.admit([server()])).toEqual([vouchedFor(server())]);
    expect(consents.waiting()).toEqual([]);
  });

  it('may start in another gateway after "always", and not after "session"', async () => {
    for (const [scope, waits] of [
      ['always', 0],
      ['session', 1],
    ] as const) {
      const { clock, store, consents, ask } = setUp();
      await consents.settle(await ask(server()), yes(scope), 'terminal');
      const other = setUp(clock, store);
      await other.consents.admit([server()]);
      expect(other.consents.waiting()).toHaveLength(waits);
    }
  });

  it.each<[string, ServerDefinition]>([
    ['is defined otherwise', server({}, 'b2')],
    ['stands in another file', server({ file: '/q/sluice.json' })],
    ['has another name', server({ name: 'q' })],
  ])('is asked about again where it %s', async (_, other) => {
    const { consents, ask } = setUp();
    const question = await ask(server());
    await consents.settle(question, yes('session'), 'client');
    await consents.settle(question, yes('always'), 'client');
    await consents.admit([other]);
    expect(consents.waiting()).toHaveLength(1);
  });

  it('is shown with what has changed since a person agreed', async () => {
    const { consents, ask } = setUp();
    await consents.settle(await ask(server()), yes('always'), 'client');
    const consent = {
      origin: 'project',
      bound: 'b2',
      shown: { ...shown, command: ['npx', '-y', '@evil/p'], env: ['TOKEN', 'X'] },
    } as const;
    const [changed] = (await ask(server({ consent }))).servers ?? [];
    expect(changed?.changes).toEqual([
      expect.stringMatching(/^command line: .*acme.* became .*evil/),
      'variables: "TOKEN" became "TOKEN, X"',
    ]);
    const [hidden] = (await ask(server({}, 'b3'))).servers ?? [];
    expect(hidden?.changes).toEqual([
      'a value that is not shown: of a variable, a header, a file, or of what looks like a secret',
    ]);
  });

  it('stays waiting after a no, and that it was said is remembered', async () => {
    const { consents, ask } = setUp();
    const question = await ask(server());
    const no = { decision: 'refuse', reason: 'cancelled' } as const;
    expect(await consents.settle(question, no, 'client')).toBe(false);
    const [waiting] = consents.waiting();
    expect(waiting && consents.isRefused(waiting)).toBe(false);
    await consents.settle(question, { ...no, reason: 'declined' }, 'client');
    await consents.admit([server()]);
    expect(consents.waiting()).toHaveLength(1);
    expect(waiting && consents.isRefused(waiting)).toBe(true);
  });

  it('starts by no answer that was not offered', async () => {
    const { consents, ask } = setUp();
    expect(await consents.settle(await ask(server()), yes('once'), 'client')).toBe(false);
    await consents.admit([server()]);
    expect(consents.waiting()).toHaveLength(1);
  });

  it('is not asked about where it is off or cannot be started', async () => {
    const { consents } = setUp();
    const problem = { message: 'Cannot start upstream "p": x' };
    const admitted = await consents.admit([server({ enabled: false }), server({ problem })]);
    expect(consents.waiting()).toEqual([]);
    expect(admitted[1]).toMatchObject({ problem, transport: { command: '' } });
  });

  it('does not start while what people agreed to cannot be read, and says so', async () => {
    const { store, consents } = setUp();
    store.serverApprovals = () =>
      Promise.reject(
        new SluiceError('CONSENT_UNREADABLE', 'Cannot read /x.json', { hint: 'Mend it.' }),
      );
    expect(await consents.admit([server()])).toMatchObject([
      {
        transport: { command: '' },
        problem: { message: 'Cannot read /x.json', hint: 'Mend it.' },
      },
    ]);
    expect(consents.waiting()).toEqual([]);
  });
});
