import { describe, expect, it } from 'vitest';
import type { Approval, ConsentQuestion, ConsentStore } from '../consent.js';
import type { QuestionServer, ServerApproval } from '../server-consent.js';
import { fakeClock } from './fake-clock.js';
import type { FakeClock } from './fake-clock.js';

/** Makes the store under test; each call makes one with nothing in it. */
export type MakeConsentStore = (clock: FakeClock) => ConsentStore | Promise<ConsentStore>;

/** What every {@link ConsentStore} promises. Call it inside a spec file. */
export function consentStoreContract(name: string, makeStore: MakeConsentStore): void {
  describe(`${name}, as a ConsentStore`, () => {
    const use = async (work: (store: ConsentStore, clock: FakeClock) => Promise<void>) => {
      const clock = fakeClock();
      await work(await makeStore(clock), clock);
    };
    const yes = { decision: 'allow', scope: 'once' } as const;

    it('keeps what was granted, oldest first, each under an id of its own', () =>
      use(async (store) => {
        const [first, second] = await store.grant([approval('mcp__a__b'), approval('mcp__a__c')]);
        expect(first?.id).toMatch(/^a_[0-9a-z]{8,}$/);
        expect(second?.id).not.toBe(first?.id);
        expect(first).toEqual({ ...approval('mcp__a__b'), id: first?.id });
        expect(await store.approvals()).toEqual([first, second]);
      }));

    it('replaces the approval that the same tool had in the same scope and folder, and no other', () =>
      use(async (store) => {
        const here = { scope: 'workspace', workspace: '/here' } as const;
        const there = { scope: 'workspace', workspace: '/there' } as const;
        await store.grant([
          approval('mcp__a__b'),
          approval('mcp__a__b', here),
          approval('mcp__a__b', there),
        ]);
        await store.grant([approval('mcp__a__b', { ...here, grantedAt: 5 })]);
        const kept = await store.approvals();
        expect(
          kept.map(({ scope, workspace, grantedAt }) => [scope, workspace, grantedAt]),
        ).toEqual([
          ['always', undefined, 1],
          ['workspace', '/there', 1],
          ['workspace', '/here', 5],
        ]);
      }));

    it('revokes one approval by its id, and says when there is none', () =>
      use(async (store) => {
        const [first, second] = await store.grant([approval('mcp__a__b'), approval('mcp__a__c')]);
        expect(await store.revoke(first?.id ?? '')).toBe(true);
        expect(await store.revoke(first?.id ?? '')).toBe(false);
        expect(await store.revoke('__proto__')).toBe(false);
        expect(await store.approvals()).toEqual([second]);
      }));

    it('keeps one approval for each server of each file, and revokes it by its id', () =>
      use(async (store) => {
        const other = { ...server, file: '/other/sluice.json' };
        await store.grantServers([serverApproval(server), serverApproval(other)]);
        const changed = { ...server, digest: 'd9' };
        const [last] = await store.grantServers([{ ...serverApproval(changed), grantedAt: 5 }]);
        expect(last).toEqual({ ...serverApproval(changed), grantedAt: 5, id: last?.id });
        expect((await store.serverApprovals()).map(({ file, digest }) => [file, digest])).toEqual([
          ['/other/sluice.json', 'd1'],
          ['/p/sluice.json', 'd9'],
        ]);
        expect(await store.approvals()).toEqual([]);
        expect(await store.revoke(last?.id ?? '')).toBe(true);
        expect(await store.serverApprovals()).toHaveLength(1);
      }));

    it('shows a question about servers whole', () =>
      use(async (store, clock) => {
        const servers = [server, { ...server, name: 'r', changes: ['command: a became b'] }];
        const about = question({ program: '', tools: [], servers }, clock);
        expect(await store.publish(about)).toEqual(about);
        expect(await store.pending()).toEqual([about]);
      }));

    it('shows published questions whole, oldest first, until they expire', () =>
      use(async (store, clock) => {
        const later = question({ id: id(1), digest: 'd1', askedAt: clock.now() + 1 }, clock);
        const sooner = question({ id: id(2), digest: 'd2' }, clock);
        expect(await store.publish(later)).toEqual(later);
        await store.publish(sooner);
        expect(await store.pending()).toEqual([sooner, later]);
        clock.advance(59_999);
        expect(await store.pending()).toHaveLength(2);
        clock.advance(1);
        expect(await store.pending()).toEqual([]);
        expect(await store.answer(sooner.id, yes, 'terminal')).toBe('unknown');
      }));

    it('keeps the question that waits when the same session asks the same again', () =>
      use(async (store, clock) => {
        const first = question({ id: id(1) }, clock);
        await store.publish(first);
        expect(await store.publish(question({ id: id(2) }, clock))).toEqual(first);
        const other = question({ id: id(3), sessionId: 's2' }, clock);
        expect(await store.publish(other)).toEqual(other);
        expect((await store.pending()).map((each) => each.id).sort()).toEqual([id(1), id(3)]);
      }));

    it('hands an answer to the session that asked for this digest, once', () =>
      use(async (store, clock) => {
        await store.publish(question({ id: id(1), digest: 'd1' }, clock));
        await store.publish(question({ id: id(2), digest: 'd2' }, clock));
        expect(await store.take('s1', 'd1')).toBeUndefined();
        expect(await store.answer(id(1), yes, 'terminal')).toBe('answered');
        expect(await store.take('s2', 'd1')).toBeUndefined();
        expect(await store.take('s1', 'd2')).toBeUndefined();
        expect((await store.pending()).map((each) => each.id)).toEqual([id(2)]);
        expect(await store.take('s1', 'd1')).toEqual({ answer: yes, answeredIn: 'terminal' });
        expect(await store.take('s1', 'd1')).toBeUndefined();
      }));

    it('lets the first answer hold', () =>
      use(async (store, clock) => {
        await store.publish(question({ id: id(1) }, clock));
        const no = { decision: 'refuse', reason: 'declined' } as const;
        expect(await store.answer(id(1), no, 'page')).toBe('answered');
        expect(await store.answer(id(1), yes, 'terminal')).toBe('unknown');
        expect(await store.take('s1', 'd1')).toEqual({ answer: no, answeredIn: 'page' });
      }));

    it('forgets an answer that nobody took until the question expired', () =>
      use(async (store, clock) => {
        await store.publish(question({ id: id(1) }, clock));
        await store.answer(id(1), yes, 'terminal');
        clock.advance(60_000);
        expect(await store.take('s1', 'd1')).toBeUndefined();
      }));

    it('takes no answer to a question that was never published', () =>
      use(async (store) => {
        for (const never of [id(9), '../approvals', '__proto__', ''])
          expect(await store.answer(never, yes, 'terminal')).toBe('unknown');
      }));

    it('withdraws the questions and answers of a session that ends, and no approval', () =>
      use(async (store, clock) => {
        await store.grant([approval('mcp__a__b')]);
        await store.publish(question({ id: id(1), digest: 'd1' }, clock));
        await store.publish(question({ id: id(2), digest: 'd2' }, clock));
        await store.publish(question({ id: id(3), sessionId: 's2' }, clock));
        await store.answer(id(2), yes, 'terminal');
        await store.endSession('s1');
        await store.endSession('s1');
        expect((await store.pending()).map((each) => each.id)).toEqual([id(3)]);
        expect(await store.take('s1', 'd2')).toBeUndefined();
        expect(await store.answer(id(1), yes, 'terminal')).toBe('unknown');
        expect(await store.approvals()).toHaveLength(1);
      }));
  });
}

function id(n: number): string {
  return `q_${String(n).padStart(32, '0')}`;
}

function question(more: Partial<ConsentQuestion>, clock: FakeClock): ConsentQuestion {
  return {
    id: id(0),
    digest: 'd1',
    sessionId: 's1',
    workspace: '/here',
    program: 'return await tools.a.b({ text: "žluť\\u0000 🦆" });',
    tools: [
      {
        id: 'mcp__a__b',
        server: 'a',
        name: 'b',
        effect: 'writes',
        args: [{ text: 'žluť\u0000 🦆', count: 9007199254740993n }],
        definition,
      },
    ],
    hasDynamic: false,
    scopes: ['once', 'always'],
    askedAt: clock.now(),
    expiresAt: clock.now() + 60_000,
    ...more,
  };
}

function approval(toolId: string, more: Partial<Approval> = {}): Omit<Approval, 'id'> {
  return { toolId, scope: 'always', definition, grantedAt: 1, answeredIn: 'client', ...more };
}

const server: QuestionServer = {
  name: 'tracker',
  origin: 'project',
  file: '/p/sluice.json',
  digest: 'd1',
  shown: {
    command: ['npx', '-y', '@acme/tracker'],
    cwd: 'sub',
    env: ['TOKEN'],
    headers: [],
    variables: ['TOKEN'],
    files: [],
  },
};

function serverApproval(of: QuestionServer): Omit<ServerApproval, 'id'> {
  return { ...of, grantedAt: 1, answeredIn: 'terminal' };
}

const definition = { digest: 'abc', upstream: 'npx -y @acme/a', tool: '{"title":"B"}' };
